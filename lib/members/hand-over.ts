/**
 * Hands the integrations of somebody who leaves over to another member, such as a service account: each live token is rotated to one
 * of the new owner, and the old secret works on for the overlap. Deactivate the person when it is over: their old secrets end then.
 */
import { loadCurrentConfiguration } from "../configuration/load";
import type { Actor } from "../events";
import type { Member } from "../model";
import { listTokenRows, type TokenRow } from "../store/tokens/tokens";
import type { CreatedToken } from "../tokens/change/create";
import { findHandOverExcess, rotateToken } from "../tokens/change/rotate";
import { type OverlapSeconds, TokenRefused } from "../tokens/policy";
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
export async function previewHandOver(from: Member, to: Member, now = new Date()): Promise<HandOverPreview[]> {
  const { organizationId } = from;
  const configuration = await loadCurrentConfiguration(organizationId);
  const tokens = await tokensThatStop(from, now);
  const successors = await listTokenRows({
    organizationId,
    tokenIds: tokens.flatMap((token) => token.replacedBy ?? []),
  });
  return tokens.map((token) => {
    const successor = successors.find(({ id }) => id === token.replacedBy);
    if (successor !== undefined && successor.owner.id !== from.id)
      return { token, hindrance: `It belongs to ${successor.owner.name} already.`, movedTo: successor };
    if (!isRotatable(token)) return { token, hindrance: ROTATED, movedTo: null };
    const [excess] = findHandOverExcess(configuration, { scopes: token.scopes, owner: from }, to);
    const hindrance = excess === undefined ? null : `${to.name} cannot do what it does: ${excess}.`;
    return { token, hindrance, movedTo: null };
  });
}

const ROTATED = "It has been rotated already: its successor is what to hand over.";
