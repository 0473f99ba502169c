/** Checks a token's limits by what its owner can read today. */
import type { Access } from "../../access/compile";
import { rowLimitResolver } from "../../access/row-limits";
import { ApiError } from "../../errors";
import { findUnstorable } from "../../json/exact-json";
import { MAX_ROW_LIMIT_LENGTH } from "../../limits";
import type { DeniedFields, RowLimit, TokenLimits } from "../../model";
import { parseFilter } from "../../query/filter/filter";
import { FilterFault } from "../../query/filter/filter-fault";
import { requireKnownValues } from "../../query/filter/known-values";
import { planFilter } from "../../query/plan";
import { type LimitProblem, numberProblems } from "../limits";

/** `owner` is the access without scopes. Unreadable and unknown fields get the same message. */
export function limitProblems(limits: TokenLimits, owner: Access): LimitProblem[] {
  return [
    ...limits.deniedFields.flatMap((denied) => deniedFieldProblems(denied, owner)),
    ...rowLimitProblems(limits.rows, owner),
    ...numberProblems(limits),
  ];
}

function deniedFieldProblems({ entity, fields }: DeniedFields, owner: Access): LimitProblem[] {
  const readable = owner.entity(entity)?.readable;
  const unknown = fields.filter((field) => !readable?.has(field));
  if (unknown.length === 0) return [];
  return [{ part: "deniedFields", message: `the owner cannot read ${unknown.join(", ")} of "${entity}"` }];
}

/** One message for each limit that its owner cannot set. `owner` is the access without scopes. */
function rowLimitProblems(rows: readonly RowLimit[], owner: Access): LimitProblem[] {
  const long = rowLengthProblems(rows);
  if (long.length > 0) return long;
  return rows.flatMap((row) => rowLimitProblem(row, owner) ?? []).map((message) => ({ part: "rows", message }));
}

/** Limits that the token already has count as well. */
export function rowLengthProblems(rows: readonly RowLimit[]): LimitProblem[] {
  if (JSON.stringify(rows).length <= MAX_ROW_LIMIT_LENGTH) return [];
  const message = `at most ${MAX_ROW_LIMIT_LENGTH} characters of conditions in all: shorten their lists of values`;
  return [{ part: "rows", message }];
}

function rowLimitProblem({ entityKey, where }: RowLimit, owner: Access): string | null {
  if (findUnstorable(where) !== null)
    return `${entityKey}: a text has a character that cannot be stored: type it instead of pasting it`;
  const limitable = owner.entity(entityKey)?.limitable ?? new Map();
  if (limitable.size === 0) {
    return `no field of "${entityKey}" can limit rows: one is needed that the configuration marks as limitable, and that the owner can read on every record`;
  }
  try {
    const resolver = rowLimitResolver(limitable);
    requireKnownValues(planFilter(parseFilter(where), resolver), resolver);
    return null;
  } catch (error) {
    if (error instanceof FilterFault) return `${entityKey}: ${error.place}: ${error.fault}`;
    if (!(error instanceof ApiError)) throw error;
    return `the rows of "${entityKey}" can be limited by ${[...limitable.keys()].join(", ")}, and by no other field`;
  }
}
