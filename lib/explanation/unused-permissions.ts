/** Lists what a token can write but has not for a month, only if every use of that month is known. */
import type { Verb } from "../model";
import { findVerbUses, listSums } from "../store/tokens/usage";
import { daysAfter } from "../time/durations";
import type { TokenDetail } from "../tokens/read/detail";

export const UNUSED_AFTER_DAYS = 30;

export type UnusedPermission = { entityKey: string; pluralLabel: string; verb: Verb };

/** Without `list`: a reference to a record requires it without a request of its own. */
const PROPOSED: readonly Verb[] = ["create", "update", "delete"];

/** Empty if the token is younger than a month, was not used in it, or if not all uses are known. */
export async function listUnusedPermissions({ token, access }: TokenDetail, now: Date): Promise<UnusedPermission[]> {
  const since = daysAfter(now, -UNUSED_AFTER_DAYS);
  if (token.state !== "active" || token.created > since) return [];
  const sums = await listSums(token.id, since);
  if (sums.length === 0) return [];
  const noted = await findVerbUses(token.id);
  // Uses were not recorded yet when the month began.
  if (noted === null || noted.notedSince > since) return [];
  const uses = noted.uses.filter(({ at }) => at >= since);
  const used = new Set(uses.map(({ entityKey, verb }) => `${entityKey}:${verb}`));
  return access.flatMap(({ entityKey, pluralLabel, verbs }) => {
    const unused = PROPOSED.filter((verb) => verbs[verb].effective && !used.has(`${entityKey}:${verb}`));
    return unused.map((verb) => ({ entityKey, pluralLabel, verb }));
  });
}
