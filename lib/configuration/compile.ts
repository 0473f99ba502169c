/** Compiles a valid document into the configuration that requests use. Deterministic for the same document and ids. */
import { groupBy } from "../group-by";
import { MAX_WEBHOOKS_OF_ORGANIZATION, MAX_WEBHOOKS_OF_TOKEN } from "../limits";
import type { Configuration, Entity, Lifecycle, OrganizationPolicy, Role, WebhookPolicy } from "../model";
import { namesIn, parseFilter } from "../query/filter/filter";
import type { ConfigurationRow } from "../store/configuration";
import { compileField, labelFromKey } from "./compile-field";
import type { EntityDocument, LifecycleDocument, RoleDocument, StoredDocument } from "./schema";

/** An entity without an id has just been removed and is left out. */
type StoredConfiguration = Omit<ConfigurationRow, "document" | "fieldsAddedLater"> &
  Partial<Pick<ConfigurationRow, "fieldsAddedLater">> & { document: StoredDocument };

const DEFAULT_POLICY: OrganizationPolicy = {
  maxLifetimeDays: 366,
  allowNeverExpiring: true,
  requirePurpose: false,
  revokeUnusedAfterDays: null,
  allowedAddresses: [],
  maxLiveTokens: null,
  requireSecondFactor: null,
};

export function compileConfiguration(stored: StoredConfiguration): Configuration {
  const { organization, entities, roles: roleDocuments = [] } = stored.document;
  const roles = roleDocuments.map(compileRole);
  const grants = groupBy(
    roles.flatMap((role) => role.grants),
    ({ entityKey }) => entityKey,
  );
  return {
    organizationId: stored.organizationId,
    organizationKey: organization.key,
    version: stored.version,
    tokenPolicy: compileTokenPolicy(organization.tokenPolicy),
    webhookPolicy: compileWebhookPolicy(organization.tokenPolicy),
    membersManagedBy: organization.membersManagedBy ?? "file",
    entities: new Map(
      entities.flatMap((entity) => {
        const id = stored.entityIds.get(entity.key);
        if (id === undefined) return [];
        const compiled = compileEntity(entity, id, stored.fieldsAddedLater?.[entity.key]);
        return [[entity.key, withScopes(compiled, grants.get(entity.key) ?? [])] as const];
      }),
    ),
    roles: new Map(roles.map((role) => [role.key, role])),
  };
}

/** `scopeFields` stays empty here; `withScopes` fills it in. */
export function compileEntity(entity: EntityDocument, id: string, fieldsAddedLater?: readonly string[]): Entity {
  const label = entity.label ?? labelFromKey(entity.key);
  const uniqueFields = uniqueFieldsOf(entity);
  return {
    id,
    key: entity.key,
    label,
    pluralLabel: entity.pluralLabel ?? label,
    description: entity.description ?? null,
    exposed: entity.exposed ?? true,
    labelField: entity.labelField,
    uniqueLabel: entity.uniqueLabel ?? false,
    parentField: entity.parentField ?? null,
    fields: new Map(entity.fields.map((field) => [field.key, compileField(field)])),
    lifecycle: entity.lifecycle === undefined ? null : compileLifecycle(entity.lifecycle),
    uniqueFields,
    scopeFields: [],
    formerFields: uniqueFields,
    ...(fieldsAddedLater === undefined ? {} : { fieldsAddedLater }),
  };
}

function uniqueFieldsOf({ fields, uniqueLabel = false, labelField }: EntityDocument): string[] {
  return fields
    .filter(({ key, unique = false }) => unique || (uniqueLabel && key === labelField))
    .map(({ key }) => key)
    .sort();
}

/** Adds the fields that scope `list` or the reading of unique values, and those that can limit tokens. `grants` are on the entity. */
function withScopes(entity: Entity, grants: Role["grants"]): Entity {
  const verbs = ["list", ...entity.uniqueFields.map((key) => entity.fields.get(key)?.readVerb ?? "list")];
  const named = grants
    .filter((grant) => grant.verbs.some((verb) => verbs.includes(verb)))
    .flatMap(({ where }) => (where === null ? [] : namesIn(where)));
  const limitable = [...entity.fields.values()].filter((field) => field.limitable).map(({ key }) => key);
  // Every change contains system fields anyway.
  const scopeFields = [...new Set([...named, ...limitable])].filter((name) => entity.fields.has(name)).sort();
  return { ...entity, scopeFields, formerFields: [...new Set([...scopeFields, ...entity.uniqueFields])] };
}

type PolicyDocument = StoredDocument["organization"]["tokenPolicy"];

export function compileTokenPolicy({ webhooks: _, ...policy }: NonNullable<PolicyDocument> = {}): OrganizationPolicy {
  // Safe, because JSON has no undefined members.
  return { ...DEFAULT_POLICY, ...(policy as Partial<OrganizationPolicy>) };
}

function compileWebhookPolicy({ webhooks = {} }: NonNullable<PolicyDocument> = {}): WebhookPolicy {
  return {
    hosts: webhooks.hosts ?? null,
    perToken: webhooks.perToken ?? MAX_WEBHOOKS_OF_TOKEN,
    perOrganization: webhooks.perOrganization ?? MAX_WEBHOOKS_OF_ORGANIZATION,
  };
}

function compileLifecycle(lifecycle: LifecycleDocument): Lifecycle {
  const states = Object.entries(lifecycle.states ?? {}).map(([state, rules]) => {
    const locked = rules.locked ?? false;
    return [state, { locked, deletable: rules.deletable ?? !locked }] as const;
  });
  return {
    field: lifecycle.field,
    initial: lifecycle.initial ?? null,
    states: new Map(states),
    transitions: lifecycle.transitions.map(({ from, to, verb }) => ({ from, to, verb: verb ?? null })),
  };
}

function compileRole(role: RoleDocument): Role {
  return {
    key: role.key,
    name: role.name,
    grants: role.grants.map((grant) => ({
      entityKey: grant.entity,
      verbs: [...new Set(grant.verbs)],
      where: grant.where === undefined ? null : parseFilter(grant.where),
    })),
  };
}
