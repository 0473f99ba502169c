/**
 * Resolves conditions and fields one reference away (contract § 6), within what the caller can list and query there. Ids of
 * matching records are looked up before the page: up to 1,000 for a condition, 10,000 for a filter; above that it stays a
 * semi-join. PostgreSQL cannot estimate a semi-join: over 135,233 cities a page took 0.7 to 760 ms, with ids 1 to 3 ms.
 */
import type { Access, EntityAccess } from "../access/compile";
import { MAX_LOOKED_UP, MAX_LOOKED_UP_IN_ALL } from "../limits";
import type { Seen } from "../postgres/replica";
import {
  type Column,
  callerResolver,
  NOTHING,
  type PlannedFilter,
  type ReferencedFilter,
  type Resolver,
  testsOf,
} from "../query/plan";
import * as store from "../store/records/read";
import { listable } from "./view";

/** Limits the suggestions, because they compare names letter by letter. */
const MAX_SUGGESTED = 500;

/** `all` is the caller's access to other entities. */
export function filterResolver(access: EntityAccess, all: Access): Resolver {
  const { isShown, find, names } = callerResolver(access.queryable, access.readable);
  const targetOf = (key: string) => {
    const reference = access.queryable.get(key);
    const target = reference === undefined ? null : listable(all, reference);
    return reference === undefined || target === null ? null : { reference, target };
  };
  return {
    isShown,
    find,
    names: () => {
      const behind = [...access.queryable.keys()].flatMap((key) => {
        const target = targetOf(key)?.target;
        const own = target === undefined ? [] : callerResolver(target.queryable).names();
        return own.map((name) => `${key}.${name}`);
      });
      return [...names(), ...behind.slice(0, MAX_SUGGESTED)];
    },
    labelOf: (reference) => {
      const owner = reference === null ? access : (targetOf(reference)?.target ?? null);
      if (owner === null || !owner.queryable.has(owner.entity.labelField)) return null;
      return reference === null ? owner.entity.labelField : `${reference}.${owner.entity.labelField}`;
    },
    follow: (key, name) => {
      const found = targetOf(key);
      const column = found === null ? null : callerResolver(found.target.queryable).find(name);
      if (found === null || column === null) return null;
      const { entity, reach } = found.target;
      return { reference: found.reference, entityId: entity.id, scope: reach("list"), column };
    },
  };
}

/** Replaces conditions on referenced records by ids if there are few, so that PostgreSQL finds the best plan. Can take long. */
export async function withReferenced(filter: PlannedFilter, signal: AbortSignal, seen?: Seen): Promise<PlannedFilter> {
  const followed = testsOf(filter).filter((test) => test.kind === "referenced");
  if (followed.length === 0) return filter;
  const limit = Math.min(MAX_LOOKED_UP, Math.floor(MAX_LOOKED_UP_IN_ALL / followed.length));
  const found = await store.findReferenced(followed, limit, signal, seen);
  const idsOf = new Map(followed.map((each, index) => [each, found[index] ?? null]));
  return replaced(filter, (each) => {
    const ids = idsOf.get(each) ?? null;
    if (ids === null) return each;
    const [only, ...others] = ids;
    const column: Column = { kind: "data", field: each.reference };
    if (only === undefined) return NOTHING;
    if (others.length === 0) return { kind: "test", column, operator: "eq", value: only };
    return { kind: "test", column, operator: "in", value: ids };
  });
}

function replaced(filter: PlannedFilter, replace: (each: ReferencedFilter) => PlannedFilter): PlannedFilter {
  if ("parts" in filter) return { ...filter, parts: filter.parts.map((part) => replaced(part, replace)) };
  if ("part" in filter) return { ...filter, part: replaced(filter.part, replace) };
  return filter.kind === "referenced" ? replace(filter) : filter;
}
