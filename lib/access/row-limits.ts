/**
 * The rows that a token is limited to (contract § 2, Limits of a token): they narrow the scope of every verb alike. Pure.
 */
import { ApiError } from "../errors";
import type { Entity, Field, Filter, JsonValue, RowLimit, VerbWord } from "../model";
import { namesIn, parseFilter } from "../query/filter/filter";
import { planFilter, type Resolver } from "../query/plan";
import { covers, isNone, NO_ROWS, type RowScope } from "./scope";

/**
 * The fields by which a member can limit the rows of a token: those that the configuration marks, if the member reads them on
 * every record that they reach. By any other, the token's answers would reveal values that the member cannot read.
 */
export function limitableFields(entity: Entity, held: ReadonlyMap<VerbWord, RowScope>): ReadonlyMap<string, Field> {
  const scopeOf = (verb: VerbWord) => held.get(verb) ?? NO_ROWS;
  const listed = scopeOf("list");
  const listsAll = [scopeOf("update"), scopeOf("delete")].every((scope) => covers(listed, scope));
  // Who creates and does not list would learn of a field that is hidden everywhere, by its default too.
  const isSeen = (scope: RowScope) => !isNone(scope) && covers(scope, listed);
  const isRead = ({ readVerb }: Field) => listsAll && (readVerb === null || isSeen(scopeOf(readVerb)));
  return new Map([...entity.fields].filter(([, field]) => field.limitable && isRead(field)));
}

/** For the `where` of a limit: own fields alone, because the feed keeps the former values of no other. */
export function rowLimitResolver(limitable: ReadonlyMap<string, Field>): Resolver {
  const find = (name: string) => {
    const field = limitable.get(name);
    return field === undefined ? null : ({ kind: "data", field } as const);
  };
  return { find, names: () => [...limitable.keys()] };
}

/**
 * Limits all scopes to the rows. If the owner can no longer use one of the limits, such as by a field that is gone, no rows
 * are left: a limit never just disappears.
 */
export function limitRows(
  held: ReadonlyMap<VerbWord, RowScope>,
  limits: readonly RowLimit[],
  limitable: ReadonlyMap<string, Field>,
): ReadonlyMap<VerbWord, RowScope> {
  if (limits.length === 0) return held;
  const filters = limits.map(({ where }) => usableFilter(where, limitable));
  if (!filters.every((filter) => filter !== null)) return new Map();
  const limitScope = (scope: RowScope): RowScope => {
    if (scope === "all") return [{ and: filters }];
    return scope.map((filter) => ({ and: [filter, ...filters] }));
  };
  return new Map([...held].map(([verb, scope]) => [verb, limitScope(scope)]));
}

/** The limits as the token may know them: one by a field that it cannot read would reveal the field. */
export function shownLimits(limits: readonly RowLimit[], readable: ReadonlyMap<string, RowScope>): JsonValue[] {
  const isShown = (where: JsonValue) => namesIn(parseFilter(where)).every((name) => readable.has(name));
  return limits.map(({ where }) => where).filter(isShown);
}

function usableFilter(where: JsonValue, limitable: ReadonlyMap<string, Field>): Filter | null {
  try {
    const filter = parseFilter(where);
    planFilter(filter, rowLimitResolver(limitable));
    return filter;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
