/** The rows that a token is limited to. They narrow every verb's scope alike (contract § 2, Limits of a token). */
import { ApiError } from "../errors";
import type { Entity, Field, Filter, JsonValue, RowLimit, VerbWord } from "../model";
import { namesIn, parseFilter } from "../query/filter/filter";
import { planFilter, type Resolver } from "../query/plan";
import { covers, isNone, NO_ROWS, type RowScope } from "./scope";

/** The limitable fields that the member reads on every record that they reach: others would reveal values that are hidden. */
export function limitableFields(entity: Entity, held: ReadonlyMap<VerbWord, RowScope>): ReadonlyMap<string, Field> {
  const scopeOf = (verb: VerbWord) => held.get(verb) ?? NO_ROWS;
  const listed = scopeOf("list");
  const listsAll = [scopeOf("update"), scopeOf("delete")].every((scope) => covers(listed, scope));
  // A caller who can create but not list must not learn a field that is hidden from them, not even through its default.
  const isSeen = (scope: RowScope) => !isNone(scope) && covers(scope, listed);
  const isRead = ({ readVerb }: Field) => listsAll && (readVerb === null || isSeen(scopeOf(readVerb)));
  return new Map([...entity.fields].filter(([, field]) => field.limitable && isRead(field)));
}

/** For a limit's `where`. Own fields only, because the feed keeps the former values of no others. */
export function rowLimitResolver(limitable: ReadonlyMap<string, Field>): Resolver {
  const find = (name: string) => {
    const field = limitable.get(name);
    return field === undefined ? null : ({ kind: "data", field } as const);
  };
  return { find, names: () => [...limitable.keys()] };
}

/** Limits all scopes. A limit that the owner can no longer use, such as on a removed field, leaves no rows: it never disappears. */
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

/** Leaves out limits by fields that the token cannot read, because they would reveal the field. */
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
