/** The successive tokens of a rotation, each with its own record of use. */
import type { TokenDetail } from "./detail";
import { findVisibleToken, type VisibleToken } from "./visibility";

/** In each direction. With weekly rotation it covers three months. */
const MAX_STEPS = 12;

/** Newest first, including this token. Ends before one that the viewer cannot see, for example after a hand-over. */
export async function listVersions(detail: TokenDetail, now = new Date()): Promise<VisibleToken[]> {
  const newer = await follow(detail.replacedBy, "replacedBy", now);
  const older = await follow(detail.replaces, "replaces", now);
  return [...newer.reverse(), detail, ...older];
}

async function follow(first: VisibleToken | null, to: "replaces" | "replacedBy", now: Date): Promise<VisibleToken[]> {
  const found: VisibleToken[] = [];
  let next = first;
  while (next !== null && found.length < MAX_STEPS) {
    found.push(next);
    const id = next.token[to];
    next = id === null ? null : await findVisibleToken(id, next.viewer, now);
  }
  return found;
}
