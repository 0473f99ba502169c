/**
 * Row scopes: which records a verb reaches. A scope is either every record or the union of filters; the empty union is
 * "none", so that deny is a value which matches nothing and can never turn into "no filter".
 */
import type { Filter } from "../model";

export type RowScope = "all" | readonly Filter[];

export const NO_ROWS: RowScope = [];

export function isNone(scope: RowScope): boolean {
  return scope !== "all" && scope.length === 0;
}

/** A member's grants add up: scopes of one verb are OR-ed (docs/configuration.md). */
export function unite(left: RowScope, right: RowScope): RowScope {
  if (left === "all" || right === "all") return "all";
  const known = new Set(left.map(spell));
  return [...left, ...right.filter((filter) => !known.has(spell(filter)))];
}

/**
 * Whether every record of `inner` is surely one of `outer`. It compares the grants only: it may say no to scopes that happen
 * to overlap, never yes to scopes that do not.
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
