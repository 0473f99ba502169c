/** Compiles what one caller can do; permissions are decided nowhere else (spec: Authentication, 3). */
import type {
  Configuration,
  Entity,
  Field,
  Filter,
  JsonValue,
  Member,
  Scopes,
  TokenLimits,
  Verb,
  VerbWord,
} from "../model";
import { MEMBER_EMAIL, MEMBER_ID, NO_LIMITS, VERBS } from "../model";
import type { PlannedFilter } from "../query/plan";
import { limitableFields, limitRows, shownLimits } from "./row-limits";
import { covers, isNone, NO_ROWS, planScope, type RowScope, unite } from "./scope";

export type EntityAccess = {
  entity: Entity;
  permissions: Record<Verb, boolean>;
  /** The records that a verb reaches; `[]` if the caller does not have the verb. */
  scopeOf(verb: VerbWord): RowScope;
  /** That scope as a plan. The same scope always returns the same object. */
  reach(verb: VerbWord): PlannedFilter;
  /** A field's scope as a plan: the records on which the field can be read or written. */
  planOf(scope: RowScope): PlannedFilter;
  /** The fields that the caller can read, and on which records: "all" means every visible record. */
  readable: ReadonlyMap<string, RowScope>;
  writable: ReadonlyMap<string, RowScope>;
  /** The fields that filters and sort orders can use: readable on every visible record, and queryable in the configuration. */
  queryable: ReadonlyMap<string, Field>;
  searchable: ReadonlyMap<string, Field>;
  /** Queryable fields whose values are unique. */
  findable: ReadonlyMap<string, Field>;
  /** The fields by which the owner can limit a token's rows. */
  limitable: ReadonlyMap<string, Field>;
  /** The token's row limits, without those by fields that it cannot read. */
  limitedTo: readonly JsonValue[];
};

export type AccessLimits = Pick<TokenLimits, "deniedFields" | "rows">;

export type Access = {
  /** null if the entity is unknown, not exposed, or gives this caller no verb (spec: What the service does, 6). */
  entity(key: string): EntityAccess | null;
  /** The entities on which the caller has a verb, sorted by key. */
  entities(): EntityAccess[];
};

/** With `scopes` null and no limits, the result is what the owner can do. */
export function compileAccess(
  configuration: Configuration,
  member: Member,
  scopes: Scopes,
  limits: AccessLimits = NO_LIMITS,
): Access {
  const compiled = new Map<string, EntityAccess | null>();
  const entityAccess = (key: string): EntityAccess | null => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const entity = configuration.entities.get(key);
    const access = entity?.exposed ? compileEntityAccess(configuration, entity, member, scopes, limits) : null;
    const usable = access !== null && VERBS.some((verb) => access.permissions[verb]) ? access : null;
    // Only entities that exist are cached, so that unknown keys cannot fill the memory.
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

/** Also for entities that are not exposed: imports on behalf of a member are checked against it. */
export function compileEntityAccess(
  configuration: Configuration,
  entity: Entity,
  member: Member,
  scopes: Scopes,
  limits: AccessLimits = NO_LIMITS,
): EntityAccess {
  const deniedKeys = new Set(limits.deniedFields.flatMap((each) => (each.entity === entity.key ? each.fields : [])));
  const ofOwner = ownersScopes(configuration, entity, member);
  const limitable = limitableFields(entity, ofOwner);
  const held = withinScopes(ofOwner, entity, scopes);
  const rows = limits.rows.filter(({ entityKey }) => entityKey === entity.key);
  const limited = limitRows(held, rows, limitable);
  const scopeOf = (verb: VerbWord): RowScope => limited.get(verb) ?? NO_ROWS;
  const readable = new Map<string, RowScope>();
  const writable = new Map<string, RowScope>();
  const queryable = new Map<string, Field>();
  const searchable = new Map<string, Field>();
  const findable = new Map<string, Field>();
  for (const field of entity.fields.values()) {
    const isDenied = deniedKeys.has(field.key);
    const readScope = isDenied ? NO_ROWS : field.readVerb === null ? "all" : scopeOf(field.readVerb);
    const readAlways = !isDenied && readsAlways(field, held);
    if (!isNone(readScope)) readable.set(field.key, readAlways ? "all" : readScope);
    const writeScope = field.writeVerb === null ? "all" : scopeOf(field.writeVerb);
    if (!field.readOnly && !isNone(writeScope)) writable.set(field.key, writeScope);
    // A field that is readable on only some visible records would reveal its other values through filters and sort orders.
    if (!readable.has(field.key) || !readAlways) continue;
    if (field.queryable) queryable.set(field.key, field);
    if (field.queryable && (field.unique || isKeptUnique(entity, field))) findable.set(field.key, field);
    if (field.searchable) searchable.set(field.key, field);
  }
  const limitedTo = limited.size === 0 ? [] : shownLimits(rows, readable);
  const permissions = Object.fromEntries(VERBS.map((verb) => [verb, !isNone(scopeOf(verb))])) as Record<Verb, boolean>;
  const planOf = planningOnce(entity);
  const reach = (verb: VerbWord) => planOf(scopeOf(verb));
  return {
    entity,
    permissions,
    scopeOf,
    reach,
    planOf,
    readable,
    writable,
    queryable,
    searchable,
    findable,
    limitable,
    limitedTo,
  };
}

/** Row limits narrow both scopes alike, so they are not compared. */
function readsAlways({ readVerb }: Field, held: ReadonlyMap<VerbWord, RowScope>): boolean {
  return readVerb === null || covers(held.get(readVerb) ?? NO_ROWS, held.get("list") ?? NO_ROWS);
}

function planningOnce(entity: Entity): (scope: RowScope) => PlannedFilter {
  const plans = new Map<RowScope, PlannedFilter>();
  return (scope) => {
    const plan = plans.get(scope) ?? planScope(scope, entity);
    plans.set(scope, plan);
    return plan;
  };
}

function isKeptUnique({ uniqueLabel, labelField }: Entity, { key }: Field): boolean {
  return uniqueLabel && key === labelField;
}

function ownersScopes(configuration: Configuration, entity: Entity, member: Member): ReadonlyMap<VerbWord, RowScope> {
  const held = new Map<VerbWord, RowScope>();
  for (const roleKey of member.roleKeys) {
    for (const grant of configuration.roles.get(roleKey)?.grants ?? []) {
      if (grant.entityKey !== entity.key) continue;
      const scope: RowScope = grant.where === null ? "all" : [bindMember(grant.where, member)];
      for (const verb of grant.verbs) held.set(verb, unite(held.get(verb) ?? NO_ROWS, scope));
    }
  }
  return held;
}

function withinScopes(
  held: ReadonlyMap<VerbWord, RowScope>,
  entity: Entity,
  scopes: Scopes,
): ReadonlyMap<VerbWord, RowScope> {
  if (scopes === null) return held;
  const scoped = new Set(scopes.filter((scope) => scope.entity === entity.key).flatMap((scope) => scope.verbs));
  return new Map([...held].filter(([verb]) => scoped.has(verb)));
}

/** Replaces the member variables in a grant's `where` with the member's own values. */
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
