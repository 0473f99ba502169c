/** The response to a query that ran out of its time: what of it to narrow, and what to have indexed (contract § 3). */
import { ApiError } from "../errors";
import { STATEMENT_TIMEOUT_MS } from "../limits";
import { columnName, type PlannedFilter, type SortKey } from "../query/plan";
import { findUnserved } from "../query/unserved";

/** What the caller asked for; nothing of the owner's row scope, which may name what is hidden. */
export type AskedFor = { filter: PlannedFilter; sort: SortKey[]; words: string[] };

/** INVALID_FILTERS; where nothing was asked that could be narrowed, the fault itself, which is ours. */
export function tooSlow({ filter, sort, words }: AskedFor, cause: Error): Error {
  if (filter.kind === "everything" && words.length === 0 && isDefault(sort)) return cause;
  const { toIndex, notIndexable } = findUnserved({ where: filter, sort });
  const advice = [
    ...(toIndex.length > 0 ? [`Have ${list(toIndex)} indexed ("indexed": true in the configuration).`] : []),
    ...(notIndexable.length > 0
      ? [`No index serves what is asked of ${list(notIndexable)}: add a condition on a field that is indexed.`]
      : []),
    ...(words.length > 0 ? ["Search for longer or rarer words."] : []),
    "Ask for less at once: fewer conditions, or a narrower range.",
  ];
  const message = `The query did not finish within ${STATEMENT_TIMEOUT_MS / 1000} seconds. ${advice.join(" ")}`;
  return new ApiError("INVALID_FILTERS", message, { cause });
}

/** The order of a list without `sort`, which its own index serves. */
function isDefault([first]: SortKey[]): boolean {
  return first === undefined || columnName(first.column) === "created";
}

function list(names: string[]): string {
  return names.join(", ");
}
