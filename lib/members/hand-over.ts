/**
 * Hands the integrations of somebody who leaves over to another member, such as a service account: each live token is rotated to one
 * of the new owner, and the old secret works on for the overlap. Deactivate the person when it is over: their old secrets end then.
 */
import { loadCurrentConfiguration } from "../configuration/load";
import type { Actor } from "../events";
import type { Member } from "../model";
import { findMember } from "../store/people/members";
import { listTokenRows, type TokenRow } from "../store/tokens/tokens";
import type { CreatedToken } from "../tokens/change/create";
import { findHandOverExcess, rotateToken } from "../tokens/change/rotate";
import { type OverlapSeconds, TokenRefused } from "../tokens/policy";
import { findKeptAccount, listKeptAccounts } from "../tokens/read/kept-tokens";
import type { ListedToken } from "../tokens/read/list";
import { ownTokens } from "../tokens/read/visible-token";
import { isRotatable } from "../tokens/status";
import { tokensThatStop } from "./members";

/** "refused": the new owner cannot do what the token can, or has too many. The others are handed over all the same. */
export type HandedOver = { tokenId: string; name: string } & (
  | { kind: "handed over"; created: CreatedToken; worksUntil: Date }
  | { kind: "refused"; reason: string }
);

/** `tokenIds`: of these alone; absent: of all. */
type HandOver = { from: Member; to: Member; overlapSeconds: OverlapSeconds; tokenIds?: readonly string[] };

/** Tokens that have ended, or been rotated already, stay where they are. */
export async function handOverTokens(
  { from, to, overlapSeconds, tokenIds }: HandOver,
  by: Actor,
): Promise<HandedOver[]> {
  const handed: HandedOver[] = [];
  const asked = tokenIds && new Set(tokenIds);
  const live = (await tokensThatStop(from, by.now)).filter(isRotatable);
  for (const { id: tokenId, name } of live.filter(({ id }) => asked?.has(id) ?? true)) {
    try {
      const rotated = await rotateToken({ tokenId, visibility: ownTokens(from), overlapSeconds, to }, by);
      if (rotated.kind !== "rotated") continue;
      const { created, previous } = rotated;
      handed.push({ tokenId, name, kind: "handed over", created, worksUntil: previous.worksUntil });
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      handed.push({ tokenId, name, kind: "refused", reason: error.message });
    }
  }
  return handed;
}

/**
 * `hindrance`: why it stays with its owner, and stops with them; null where it can be handed over. `movedTo`: the token in its place,
 * where it has been handed over before and still works.
 */
type HandOverPreview = { token: ListedToken; hindrance: string | null; movedTo: TokenRow | null };

/** What becomes of each token that would stop, without doing anything. */
export async function previewHandOver(from: Member, to: Member): Promise<HandOverPreview[]> {
  const { organizationId } = from;
  const configuration = await loadCurrentConfiguration(organizationId);
  const tokens = await tokensThatStop(from);
  const successors = await listTokenRows({
    organizationId,
    tokenIds: tokens.flatMap((token) => token.replacedBy ?? []),
  });
  return tokens.map((token) => {
    const successor = successors.find(({ id }) => id === token.replacedBy);
    if (successor !== undefined && successor.owner.id !== from.id)
      return { token, hindrance: `It already belongs to ${successor.owner.name}.`, movedTo: successor };
    if (!isRotatable(token)) return { token, hindrance: ROTATED, movedTo: null };
    const [excess] = findHandOverExcess(configuration, { scopes: token.scopes, owner: from }, to);
    const hindrance = excess === undefined ? null : `${to.name} cannot do what it does: ${excess}.`;
    return { token, hindrance, movedTo: null };
  });
}

const ROTATED = "It has been rotated already: its successor is what to hand over.";

type Asked = { memberId: string; toId: string; tokenIds: readonly string[]; overlapSeconds: OverlapSeconds };

type HandedOverOnPages = { kind: "done"; handed: HandedOver[] } | { kind: "refused"; reason: string };

/**
 * Whoever does it on the pages sees the new secrets, so the new owner is somebody whose tokens an administrator manages anyway: a
 * service account, or the administrator. The command line can name anybody.
 */
export async function handOverOnPages(
  { memberId, toId, tokenIds, overlapSeconds }: Asked,
  administrator: Member,
  by: Actor,
): Promise<HandedOverOnPages> {
  const from = await findMember(administrator.organizationId, memberId);
  if (from === null) return { kind: "refused", reason: "This member no longer exists. Reload the page." };
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
