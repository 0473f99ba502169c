/**
 * Row scopes: the records that a verb reaches. A scope is either all records or a union of filters. The empty union matches
 * nothing, so a denied scope can never turn into "no filter".
 */
import type { Entity, Filter } from "../model";
import { EVERYTHING, grantResolver, NOTHING, type PlannedFilter, planFilter } from "../query/plan";

export type RowScope = "all" | readonly Filter[];

export const NO_ROWS: RowScope = [];

export function isNone(scope: RowScope): boolean {
  return scope !== "all" && scope.length === 0;
}

/** A member's grants add up: the scopes of one verb are OR-ed (docs/configuration.md). */
export function unite(left: RowScope, right: RowScope): RowScope {
  if (left === "all" || right === "all") return "all";
  if (left.length === 0) return right;
  const known = new Set(left.map(spell));
  return [...left, ...right.filter((filter) => !known.has(spell(filter)))];
}

/**
 * Whether every record of `inner` is certainly in `outer`. Only the grants are compared, so the result can be false for scopes
 * that happen to overlap, but is never true for scopes that do not.
 */
export function covers(outer: RowScope, inner: RowScope): boolean {
  if (outer === "all") return true;
  if (inner === "all") return false;
  const known = new Set(outer.map(spell));
  return inner.every((filter) => known.has(spell(filter)));
}

function spell(filter: Filter): string {
  return JSON.stringify(filter);
}

/**
 * Plans a scope, so that it can become SQL. A scope that cannot be planned is a fault of the configuration, never of the caller.
 */
export function planScope(scope: RowScope, entity: Entity): PlannedFilter {
  if (scope === "all") return EVERYTHING;
  if (scope.length === 0) return NOTHING;
  try {
    return { kind: "or", parts: scope.map((filter) => planFilter(filter, grantResolver(entity))) };
  } catch (error) {
    throw new Error(`A grant on ${entity.key} has a where that does not fit the entity.`, { cause: error });
  }
}
