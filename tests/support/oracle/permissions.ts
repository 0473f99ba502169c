/**
 * What a token may do (spec: Authentication, 3; docs/configuration.md, Verbs, grants and scopes): its owner's grants, cut to
 * the token's scopes and rows, without the fields denied to it.
 */
import type { JsonValue, Verb } from "@/lib/model";
import {
  type EntityFile,
  entityIn,
  type FieldFile,
  fieldIn,
  type ModelRecord,
  type Principal,
  type WorldFile,
} from "./file";
import { matches } from "./filters";

/** The records that a right reaches: all, or those that one of the filters matches. */
type Reach = "all" | JsonValue[];

export type Rights = {
  entity: EntityFile;
  /** What limits the rows of the token. */
  rows: JsonValue[];
  permissions: Record<Verb, boolean>;
  reaches: (right: string, record: ModelRecord) => boolean;
  /** True on at least some records. */
  mayRead: (field: FieldFile) => boolean;
  mayWrite: (field: FieldFile) => boolean;
  /** True on this record. Does not check if the record itself can be seen. */
  reads: (field: FieldFile, record: ModelRecord) => boolean;
  writes: (field: FieldFile, record: ModelRecord) => boolean;
  /** True on every record that can be listed, as far as the grants show it. */
  readsAlways: (field: FieldFile) => boolean;
  /** True if a filter or an order can name it. */
  mayQuery: (name: string) => boolean;
};

/** null where the entity does not exist for this caller (contract § 1, 6). */
export function rightsOf(file: WorldFile, principal: Principal, entityKey: string): Rights | null {
  const entity = entityIn(file, entityKey);
  if (entity === undefined || entity.exposed === false) return null;
  const rows = rowsOf(file, principal, entity);
  const reach = (right: string) => (rows === null ? [] : reachOf(file, principal, entityKey, right));
  const holds = (right: string) => reach(right).length > 0;
  const permissions = {
    list: holds("list"),
    create: holds("create"),
    update: holds("update"),
    delete: holds("delete"),
  };
  if (!Object.values(permissions).includes(true)) return null;

  const reaches = (right: string, record: ModelRecord) => {
    const filters = reach(right);
    const isMatch = (where: JsonValue) => matches(where, record, entity, principal);
    return (filters === "all" || filters.some(isMatch)) && (rows ?? []).every(isMatch);
  };
  const isDenied = (field: FieldFile) =>
    principal.denied?.some((denied) => denied.entity === entityKey && denied.fields.includes(field.key)) === true;
  const mayRead = (field: FieldFile) => !isDenied(field) && (field.readVerb === undefined || holds(field.readVerb));
  const readsAlways = (field: FieldFile) =>
    mayRead(field) && (field.readVerb === undefined || covers(reach(field.readVerb), reach("list")));
  return {
    entity,
    rows: rows ?? [],
    permissions,
    reaches,
    mayRead,
    mayWrite: (field) => field.readOnly !== true && (field.writeVerb === undefined || holds(field.writeVerb)),
    reads: (field, record) => readsAlways(field) || (mayRead(field) && reaches(String(field.readVerb), record)),
    writes: (field, record) => field.writeVerb === undefined || reaches(field.writeVerb, record),
    readsAlways,
    mayQuery: (name) => {
      if (name === "id" || name === "created" || name === "updated") return true;
      const field = fieldIn(entity, name);
      return field !== undefined && field.queryable !== false && field.type !== "json" && readsAlways(field);
    },
  };
}

/**
 * The filters that limit the rows of the token; null where one of them can no longer be used, which leaves no rows: by a field
 * that is not limitable, or that the owner does not read on every record that they reach, and on some at all.
 */
function rowsOf(file: WorldFile, principal: Principal, entity: EntityFile): JsonValue[] | null {
  const rows = (principal.rows ?? []).filter(({ entityKey }) => entityKey === entity.key).map(({ where }) => where);
  const owner = (right: string) => reachOf(file, { ...principal, scopes: null }, entity.key, right);
  const listsAll = covers(owner("list"), owner("update")) && covers(owner("list"), owner("delete"));
  const isUsable = (name: string) => {
    const field = fieldIn(entity, name);
    if (field?.limitable !== true || !listsAll) return false;
    if (field.readVerb === undefined) return true;
    const seen = owner(field.readVerb);
    return (seen === "all" || seen.length > 0) && covers(seen, owner("list"));
  };
  return rows.flatMap(namesOf).every(isUsable) ? rows : null;
}

export function namesOf(where: JsonValue): string[] {
  if (typeof where !== "object" || where === null) return [];
  if (Array.isArray(where)) return typeof where[0] === "string" ? [where[0]] : where.flatMap(namesOf);
  return Object.values(where).flatMap(namesOf);
}

function reachOf(file: WorldFile, principal: Principal, entityKey: string, right: string): Reach {
  const isCut =
    principal.scopes !== null &&
    !principal.scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes(right));
  if (isCut) return [];
  const grants = file.roles
    .filter((role) => principal.roles.includes(role.key))
    .flatMap((role) => role.grants)
    .filter((grant) => grant.entity === entityKey && grant.verbs.includes(right));
  if (grants.some((grant) => grant.where === undefined)) return "all";
  return grants.map((grant) => grant.where as JsonValue);
}

/** A field that can be read on some of the visible records only must reveal nothing about the others. */
function covers(outer: Reach, inner: Reach): boolean {
  if (outer === "all") return true;
  if (inner === "all") return false;
  return inner.every((where) => outer.some((other) => JSON.stringify(other) === JSON.stringify(where)));
}
