/** Rotates a leaving member's tokens to a new owner. Deactivate the member after the overlap: that stops the old secrets. */
import { loadCurrentConfiguration } from "../configuration/load";
import type { Actor } from "../events";
import type { Member } from "../model";
import { findMember } from "../store/people/members";
import { listTokenRows } from "../store/tokens/tokens";
import type { CreatedToken } from "../tokens/change/create";
import { planHandOver, rotateToken } from "../tokens/change/rotate";
import { type OverlapSeconds, TokenRefused } from "../tokens/policy";
import type { ListedToken } from "../tokens/read/list";
import { findKeptAccount, listKeptAccounts, ownTokens } from "../tokens/read/visibility";
import { isRotatable } from "../tokens/status";
import { type Refused, refused, tokensThatStop, UNKNOWN } from "./members";

/** Each takes a transaction of some milliseconds, and a page must respond within 30 s. */
export const HANDED_OVER_AT_ONCE = 200;

/** "refused": the new owner cannot do what the token can, or has too many tokens. The other tokens are still handed over. */
export type HandedOver = { tokenId: string; name: string } & (
  | { kind: "handed over"; created: CreatedToken; worksUntil: Date }
  | { kind: "refused"; reason: string }
);

/** Without `tokenIds`, all tokens are handed over. */
type HandOver = { from: Member; to: Member; overlapSeconds: OverlapSeconds; tokenIds?: readonly string[] };

/** Skips tokens that have ended or were already rotated. */
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

/** `obstacle`: why the token stays, and stops, with its owner. `movedTo`: the working token that already replaces it. */
type HandOverPreview = { token: ListedToken; obstacle: string | null; movedTo: string | null };

/** Changes nothing. Tokens that can move come first. */
export async function previewHandOver(from: Member, to: Member): Promise<HandOverPreview[]> {
  const { organizationId } = from;
  const configuration = await loadCurrentConfiguration(organizationId);
  const tokens = await tokensThatStop(from);
  const tokenIds = tokens.flatMap((token) => token.replacedBy ?? []);
  const successors = await listTokenRows({ organizationId, tokenIds });
  const previews = tokens.map((token): HandOverPreview => {
    const successor = successors.find(({ id }) => id === token.replacedBy);
    if (successor !== undefined && successor.owner.id !== from.id)
      return { token, obstacle: `It already belongs to ${successor.owner.name}.`, movedTo: successor.id };
    if (!isRotatable(token)) return { token, obstacle: ROTATED, movedTo: null };
    const [excess] = planHandOver(configuration, { scopes: token.scopes, owner: from }, to).excess;
    const obstacle = excess === undefined ? null : `${to.name} cannot do what it does: ${excess}.`;
    return { token, obstacle, movedTo: null };
  });
  return previews.sort((one, other) => Number(one.obstacle !== null) - Number(other.obstacle !== null));
}

const ROTATED = "This token has been rotated. Hand over its successor instead.";

type Asked = { memberId: string; toId: string; tokenIds: readonly string[]; overlapSeconds: OverlapSeconds };

/** The administrator sees the new secrets, so the new owner must be a service account or the administrator. */
export async function handOverOnPages(
  { memberId, toId, tokenIds, overlapSeconds }: Asked,
  administrator: Member,
  by: Actor,
): Promise<{ kind: "done"; to: Member; handed: HandedOver[] } | Refused> {
  const from = await findMember(administrator.organizationId, memberId);
  if (from === null) return UNKNOWN;
  const to = toId === administrator.id ? administrator : await findKeptAccount(toId, administrator);
  if (!to?.active || to.id === from.id) return refused("Choose an active service account, or yourself.");
  return { kind: "done", to, handed: await handOverTokens({ from, to, overlapSeconds, tokenIds }, by) };
}

/** Active service accounts by name, then the administrator. */
export async function listReceivers(from: Member, administrator: Member): Promise<Member[]> {
  const accounts = (await listKeptAccounts(administrator)).filter(({ active }) => active);
  return [...accounts, administrator].filter(({ id }) => id !== from.id);
}
