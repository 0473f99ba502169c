/**
 * What a token can write and has not tried to for a month: what it could do without. Said only where every use of that month is
 * known, so that nothing is proposed that a nightly job needs.
 */
import type { Verb } from "../model";
import { findEndpoint } from "../public-api/endpoints/registry";
import { countCalls, listCalls } from "../store/tokens/calls";
import { listSums } from "../store/tokens/usage";
import { findVerbUses } from "../store/tokens/verb-uses";
import { daysAfter } from "../time/durations";
import type { TokenDetail } from "../tokens/read/detail";

export const UNUSED_AFTER_DAYS = 30;

export type UnusedPermission = { entityKey: string; pluralLabel: string; verb: Verb };

/** Not `list`: a reference to a record asks for it without a request of its own. */
const PROPOSED: readonly Verb[] = ["create", "update", "delete"];

/** Empty for a token that is younger than a month, was not used in it, or of which not all is known. */
export async function listUnusedPermissions({ token, access }: TokenDetail, now: Date): Promise<UnusedPermission[]> {
  const since = daysAfter(now, -UNUSED_AFTER_DAYS);
  if (token.state !== "active" || token.created > since) return [];
  const sums = await listSums(token.id, since);
  const made = sums.reduce((total, { ok, refused, limited, failed }) => total + ok + refused + limited + failed, 0);
  if (made === 0) return [];
  const used = (await usedByNotes(token.id, since)) ?? (await usedByRequests(token.id, since, made));
  if (used === null) return [];
  return access.flatMap(({ entityKey, pluralLabel, verbs }) =>
    PROPOSED.filter((verb) => verbs[verb].effective && !used.has(`${entityKey}:${verb}`)).map((verb) => ({
      entityKey,
      pluralLabel,
      verb,
    })),
  );
}

/** null where uses were not noted yet when the month began. */
async function usedByNotes(tokenId: string, since: Date): Promise<Set<string> | null> {
  const noted = await findVerbUses(tokenId);
  if (noted === null || noted.notedSince > since) return null;
  return new Set(noted.uses.filter(({ at }) => at >= since).map(({ entityKey, verb }) => `${entityKey}:${verb}`));
}

/** null where not all requests of the month are kept one by one. */
async function usedByRequests(tokenId: string, since: Date, made: number): Promise<Set<string> | null> {
  const kept = await countCalls(tokenId, since);
  if (kept.accepted + kept.refused < made) return null;
  const calls = await listCalls(tokenId, kept.accepted + kept.refused, since);
  return new Set(
    calls.flatMap(({ entityKey, endpoint }) =>
      (findEndpoint(endpoint)?.verbs ?? []).map((verb) => `${entityKey}:${verb}`),
    ),
  );
}
