/**
 * What a token can write and has not tried to for a month: what it could do without. Said only where every request of that month
 * is known one by one, so that nothing is proposed that a nightly job needs.
 */
import { DAY_MS } from "../durations";
import type { Verb } from "../model";
import { findEndpoint } from "../public-api/endpoints/registry";
import { countCalls, listCalls } from "../store/tokens/calls";
import { listSums } from "../store/tokens/usage";
import type { TokenDetail } from "../tokens/detail";

export const UNUSED_AFTER_DAYS = 30;

export type UnusedPermission = { entityKey: string; pluralLabel: string; verb: Verb };

/** Not `list`: a reference to a record asks for it without a request of its own. */
const PROPOSED: readonly Verb[] = ["create", "update", "delete"];

/** Empty for a token that is younger than a month, was not used in it, or was used too much to tell. */
export async function listUnusedPermissions({ token, access }: TokenDetail, now: Date): Promise<UnusedPermission[]> {
  const since = new Date(now.getTime() - UNUSED_AFTER_DAYS * DAY_MS);
  if (token.state !== "active" || token.created > since) return [];
  const sums = await listSums(token.id, since);
  const made = sums.reduce((total, { ok, refused, limited, failed }) => total + ok + refused + limited + failed, 0);
  const kept = await countCalls(token.id, since);
  if (made === 0 || kept.accepted + kept.refused < made) return [];
  const calls = await listCalls(token.id, kept.accepted + kept.refused, since);
  const tried = new Set(
    calls.flatMap(({ entityKey, endpoint }) =>
      (findEndpoint(endpoint)?.verbs ?? []).map((verb) => `${entityKey}:${verb}`),
    ),
  );
  return access.flatMap(({ entityKey, pluralLabel, verbs }) =>
    PROPOSED.filter((verb) => verbs[verb].effective && !tried.has(`${entityKey}:${verb}`)).map((verb) => ({
      entityKey,
      pluralLabel,
      verb,
    })),
  );
}
