/**
 * Handing tokens over on the pages. Whoever does it sees the new secrets, so the new owner is somebody whose tokens an administrator
 * manages anyway: a service account, or the administrator. The command line can name anybody.
 */
import type { Actor } from "../events";
import type { Member } from "../model";
import { findMember } from "../store/people/members";
import type { OverlapSeconds } from "../tokens/policy";
import { findKeptAccount, listKeptAccounts } from "../tokens/read/kept-tokens";
import { type HandedOver, handOverTokens } from "./hand-over";

type Asked = { memberId: string; toId: string; tokenIds: readonly string[]; overlapSeconds: OverlapSeconds };

type HandedOverOnPages = { kind: "done"; handed: HandedOver[] } | { kind: "refused"; reason: string };

export async function handOverOnPages(
  { memberId, toId, tokenIds, overlapSeconds }: Asked,
  administrator: Member,
  by: Actor,
): Promise<HandedOverOnPages> {
  const from = await findMember(administrator.organizationId, memberId);
  if (from === null) return { kind: "refused", reason: "There is no such member any more. Reload the page." };
  const to = await findReceiver(toId, administrator);
  if (to === null || to.id === from.id) {
    return { kind: "refused", reason: "Choose an active service account, or yourself." };
  }
  return { kind: "done", handed: await handOverTokens({ from, to, overlapSeconds, tokenIds }, by) };
}

/** Who can get tokens of `from`: active service accounts by name, then the administrator. */
export async function listReceivers(from: Member, administrator: Member): Promise<Member[]> {
  const accounts = (await listKeptAccounts(administrator)).filter(({ active }) => active);
  return [...accounts, administrator].filter(({ id }) => id !== from.id);
}

async function findReceiver(toId: string, administrator: Member): Promise<Member | null> {
  if (toId === administrator.id) return administrator;
  const account = await findKeptAccount(toId, administrator);
  return account?.active ? account : null;
}
