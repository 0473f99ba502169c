/**
 * What one caller can do, compiled once from the configuration, the owner's roles, the token's scopes and the fields denied
 * to it (spec: Authentication, 3). Pure. Nothing else decides about permissions.
 */
import type {
  Configuration,
  DeniedFields,
  Entity,
  Field,
  Filter,
  JsonValue,
  Member,
  Scopes,
  Verb,
  VerbWord,
} from "../model";
import { MEMBER_EMAIL, MEMBER_ID, VERBS } from "../model";
import { covers, isNone, NO_ROWS, type RowScope, unite } from "./scope";

export type EntityAccess = {
  entity: Entity;
  permissions: Record<Verb, boolean>;
  /** The records that a verb reaches; `[]` where it is not held. */
  scopeOf(verb: VerbWord): RowScope;
  /** Fields the caller can read, each with the records on which it can: "all" means all that are visible. */
  readable: ReadonlyMap<string, RowScope>;
  writable: ReadonlyMap<string, RowScope>;
  /** Fields that filters and sorts may name: readable on every visible record, and public-queryable. */
  queryable: ReadonlyMap<string, Field>;
  searchable: ReadonlyMap<string, Field>;
};

export type Access = {
  /** null where the entity is unknown, not exposed, or offers this caller no verb (spec: What the service does, 6). */
  entity(key: string): EntityAccess | null;
  /** Every entity with at least one usable verb, by key. */
  entities(): EntityAccess[];
};

/** With `scopes` null and nothing denied this is what the owner can do. */
export function compileAccess(
  configuration: Configuration,
  member: Member,
  scopes: Scopes,
  denied: readonly DeniedFields[] = NOTHING_DENIED,
): Access {
  const compiled = new Map<string, EntityAccess | null>();
  const entityAccess = (key: string): EntityAccess | null => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const entity = configuration.entities.get(key);
    const access = entity?.exposed ? compileEntityAccess(configuration, entity, member, scopes, denied) : null;
    const usable = access !== null && VERBS.some((verb) => access.permissions[verb]) ? access : null;
    // Only what exists is cached: made-up keys must not fill the memory.
    if (entity !== undefined) compiled.set(key, usable);
    return usable;
  };
  return {
    entity: entityAccess,
    entities: () =>
      [...configuration.entities.keys()]
        .sort()
        .map(entityAccess)
        .filter((access) => access !== null),
  };
}

/** For one entity, exposed or not: what an import on a member's behalf is held to. */
export function compileEntityAccess(
  configuration: Configuration,
  entity: Entity,
  member: Member,
  scopes: Scopes,
  denied: readonly DeniedFields[] = NOTHING_DENIED,
): EntityAccess {
  const deniedKeys = new Set(denied.flatMap((each) => (each.entity === entity.key ? each.fields : [])));
  const heldVerbs = heldScopes(configuration, entity, member, scopes);
  const scopeOf = (verb: VerbWord): RowScope => heldVerbs.get(verb) ?? NO_ROWS;
  const listed = scopeOf("list");
  const readable = new Map<string, RowScope>();
  const writable = new Map<string, RowScope>();
  const queryable = new Map<string, Field>();
  const searchable = new Map<string, Field>();
  for (const field of entity.fields.values()) {
    const held = field.readVerb === null ? "all" : scopeOf(field.readVerb);
    const readScope = deniedKeys.has(field.key) ? NO_ROWS : held;
    const readAlways = covers(readScope, listed);
    if (!isNone(readScope)) readable.set(field.key, readAlways ? "all" : readScope);
    const writeScope = field.writeVerb === null ? "all" : scopeOf(field.writeVerb);
    if (!field.readOnly && !isNone(writeScope)) writable.set(field.key, writeScope);
    // A field that is readable on some visible records only would reveal the others through filters and sort orders.
    if (!readable.has(field.key) || !readAlways) continue;
    if (field.queryable) queryable.set(field.key, field);
    if (field.searchable) searchable.set(field.key, field);
  }
  const permissions = Object.fromEntries(VERBS.map((verb) => [verb, !isNone(scopeOf(verb))])) as Record<Verb, boolean>;
  return { entity, permissions, scopeOf, readable, writable, queryable, searchable };
}

const NOTHING_DENIED: readonly DeniedFields[] = [];

/** The grants united, then cut to the token's scopes: a verb that the scopes do not name is not held. */
function heldScopes(
  configuration: Configuration,
  entity: Entity,
  member: Member,
  scopes: Scopes,
): Map<VerbWord, RowScope> {
  const held = new Map<VerbWord, RowScope>();
  for (const roleKey of member.roleKeys) {
    for (const grant of configuration.roles.get(roleKey)?.grants ?? []) {
      if (grant.entityKey !== entity.key) continue;
      const scope: RowScope = grant.where === null ? "all" : [bindMember(grant.where, member)];
      for (const verb of grant.verbs) held.set(verb, unite(held.get(verb) ?? NO_ROWS, scope));
    }
  }
  if (scopes === null) return held;
  const scoped = new Set(scopes.filter((scope) => scope.entity === entity.key).flatMap((scope) => scope.verbs));
  return new Map([...held].filter(([verb]) => scoped.has(verb)));
}

/** Replaces the variables of a grant's `where` by the member's own values. */
function bindMember(filter: Filter, member: Member): Filter {
  if ("and" in filter) return { and: filter.and.map((part) => bindMember(part, member)) };
  if ("or" in filter) return { or: filter.or.map((part) => bindMember(part, member)) };
  if ("not" in filter) return { not: bindMember(filter.not, member) };
  return { ...filter, value: bindValue(filter.value, member) };
}

function bindValue(value: JsonValue, member: Member): JsonValue {
  if (Array.isArray(value)) return value.map((item) => bindValue(item, member));
  if (value === MEMBER_ID) return member.id;
  if (value === MEMBER_EMAIL) return member.email;
  return value;
}
