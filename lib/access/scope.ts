/** A row scope is all records or a union of filters. The empty union matches nothing, so deny can never become "no filter". */
import type { Entity, Filter } from "../model";
import { EVERYTHING, grantResolver, NOTHING, type PlannedFilter, planFilter } from "../query/plan";

export type RowScope = "all" | readonly Filter[];

export const NO_ROWS: RowScope = [];

export function isNone(scope: RowScope): boolean {
  return scope !== "all" && scope.length === 0;
}

/** The scopes of a verb are OR-ed: a member's grants add up (docs/configuration.md). */
export function unite(left: RowScope, right: RowScope): RowScope {
  if (left === "all" || right === "all") return "all";
  if (left.length === 0) return right;
  const known = new Set(left.map(spell));
  return [...left, ...right.filter((filter) => !known.has(spell(filter)))];
}

/** True if `inner` is certainly within `outer`. Only grants are compared, so false can be wrong, but true never is. */
export function covers(outer: RowScope, inner: RowScope): boolean {
  if (outer === "all") return true;
  if (inner === "all") return false;
  const known = new Set(outer.map(spell));
  return inner.every((filter) => known.has(spell(filter)));
}

function spell(filter: Filter): string {
  return JSON.stringify(filter);
}

/** A scope that cannot be planned is a fault of the configuration, never of the caller. */
export function planScope(scope: RowScope, entity: Entity): PlannedFilter {
  if (scope === "all") return EVERYTHING;
  if (scope.length === 0) return NOTHING;
  try {
    return { kind: "or", parts: scope.map((filter) => planFilter(filter, grantResolver(entity))) };
  } catch (error) {
    throw new Error(`A grant on ${entity.key} has a where that does not fit the entity.`, { cause: error });
  }
}
