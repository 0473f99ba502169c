/** The secrets of one token: rotation gives it another, and each keeps a record of its own. */
import type { TokenDetail } from "./detail";
import { findVisibleToken, type VisibleToken } from "./visible-token";

/** In each direction: who rotates every week looks back on a quarter of a year. */
const MAX_STEPS = 12;

/** Newest first, the token itself among them. Those that the viewer cannot see end the row, as after it was handed over. */
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

/** What `load` finds of each, in their order. One question after the other: the connections are those that requests of the API wait for. */
export async function ofEachVersion<Found>(
  versions: readonly VisibleToken[],
  load: (version: VisibleToken) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const version of versions) found.push(await load(version));
  return found;
}
