/** The nouns of the system, in the spec's own words. Types and the lists they derive from; no behavior. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** The four verbs with a meaning of their own (spec: What the service does, 2). */
export const VERBS = ["list", "create", "update", "delete"] as const;
export type Verb = (typeof VERBS)[number];

/** One of the four verbs, or a word that a field or a transition requires. */
export type VerbWord = string;

export const FIELD_TYPES = [
  "text",
  "integer",
  "number",
  "decimal",
  "boolean",
  "date",
  "datetime",
  "select",
  "multiselect",
  "reference",
  "email",
  "url",
  "json",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export type Option = { value: string; label: string };

export type Field = {
  key: string;
  label: string;
  description: string | null;
  type: FieldType;
  required: boolean;
  /** The value on create if the key is absent; null if there is none. */
  default: JsonValue;
  readOnly: boolean;
  queryable: boolean;
  searchable: boolean;
  /** True if a token can be limited to rows by its values. */
  limitable: boolean;
  indexed: boolean;
  /** No two records of the entity have the same value. */
  unique: boolean;
  /** The verb that reading, or writing, this field requires beyond the endpoint's verb. */
  readVerb: VerbWord | null;
  writeVerb: VerbWord | null;
  /** For `select` and `multiselect`; empty for other types. */
  options: Option[];
  /** For `reference`: the key of the referenced entity. */
  reference: string | null;
  /** A number for `integer` and `number`; a string for `decimal`, to stay exact. */
  min: number | string | null;
  max: number | string | null;
  /** In Unicode code points, as JSON Schema counts. */
  maxLength: number | null;
  /** Present if the field is going to be removed. `use` is the key of the field that replaces it. */
  deprecated?: Deprecation;
};

/** Dates are midnight UTC: since when something is deprecated, and when it is removed. `use` names what replaces it. */
export type Deprecation = { since: string; sunset: string | null; use: string | null };

type State = { locked: boolean; deletable: boolean };
type Transition = { from: string; to: string; verb: VerbWord | null };
export type Lifecycle = {
  field: string;
  /** The states in which a record can be created; null means any. */
  initial: string[] | null;
  /** Keyed by option value. A state without an entry is neither locked nor undeletable. */
  states: ReadonlyMap<string, State>;
  transitions: Transition[];
};

export type Entity = {
  /** The id that records refer to: it never changes. */
  id: string;
  key: string;
  label: string;
  pluralLabel: string;
  description: string | null;
  exposed: boolean;
  labelField: string;
  uniqueLabel: boolean;
  /** A reference field, enforced by a foreign key. */
  parentField: string | null;
  /** In the order of the file. */
  fields: ReadonlyMap<string, Field>;
  lifecycle: Lifecycle | null;
  /** The fields whose values identify a record: the unique ones, and the label if it is unique. */
  uniqueFields: readonly string[];
  /** The fields that decide who can see a record, or one of its unique values. */
  scopeFields: readonly string[];
  /** Both lists. Changes store their former values, so that the feed can tell who could see the record, and by which values. */
  formerFields: readonly string[];
  /** Fields that a record lacks if it was last written before they were added. It is read as if they were null. */
  fieldsAddedLater?: readonly string[];
};

/** Verbs granted on one entity: on all of its records (`where` is null), or on those that match. */
type Grant = { entityKey: string; verbs: VerbWord[]; where: Filter | null };
export type Role = { key: string; name: string; grants: Grant[] };

/** The requirements for creating a token. */
export type TokenPolicy = { maxLifetimeDays: number | null; allowNeverExpiring: boolean; requirePurpose: boolean };

/** Includes what the organization requires of existing tokens. */
export type OrganizationPolicy = TokenPolicy & {
  /** null means that unused tokens keep working. */
  revokeUnusedAfterDays: number | null;
  /** Addresses and ranges from which the organization's tokens work; empty allows all addresses. */
  allowedAddresses: string[];
  /** The most live tokens of one member; null means as many as the service allows. */
  maxLiveTokens: number | null;
  /** Who needs a second factor to use the pages; null means that it is optional for all. */
  requireSecondFactor: SecondFactorRule | null;
};

/** `hosts` null means every public host; `*.example.com` is every host below it. The numbers are the most that there can be. */
export type WebhookPolicy = { hosts: string[] | null; perToken: number; perOrganization: number };

export const SECOND_FACTOR_RULES = ["administrators", "members"] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** The compiled configuration of an organization at one version. */
export type Configuration = {
  organizationId: string;
  organizationKey: string;
  version: number;
  tokenPolicy: OrganizationPolicy;
  webhookPolicy: WebhookPolicy;
  /** The default for members without a value of their own. With `pages`, administrators can also add members. */
  membersManagedBy: ManagedBy;
  entities: ReadonlyMap<string, Entity>;
  roles: ReadonlyMap<string, Role>;
};

export type Member = {
  id: string;
  organizationId: string;
  name: string;
  /** Never empty: otherwise a grant bound to it would apply to everyone without an address. */
  email: string;
  roleKeys: string[];
  active: boolean;
  admin: boolean;
};

/** A service account owns tokens like a person, but cannot sign in. */
export const MEMBER_KINDS = ["person", "service"] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** Where a member's settings are decided: in the organization's file, or by administrators on the pages. */
export const MANAGERS_OF_MEMBERS = ["file", "pages"] as const;
export type ManagedBy = (typeof MANAGERS_OF_MEMBERS)[number];

/** null means everything the owner can do, now and later. Otherwise only what is listed, including verbs beyond the four. */
export type Scopes = { entity: string; verbs: VerbWord[] }[] | null;

/** Fields of one entity that a token cannot read, as if its owner could not. */
export type DeniedFields = { entity: string; fields: string[] };

/** The records of one entity that a token reaches at most. `where` is a filter as callers write it. */
export type RowLimit = { entityKey: string; where: JsonValue };

export type TokenLimits = {
  deniedFields: DeniedFields[];
  /** All limits of one entity apply. Entities without any are not limited. */
  rows: RowLimit[];
  /** Addresses and ranges from which the token works; empty allows all addresses. */
  allowedAddresses: string[];
  /** null means as many as the service allows. */
  requestsPerMinute: number | null;
};

export const NO_LIMITS: TokenLimits = { deniedFields: [], rows: [], allowedAddresses: [], requestsPerMinute: null };

/** A verified token, without its secret. */
export type Token = {
  id: string;
  /** The first token of its rotations, or itself: to its user, a token and those that replace it are one. */
  rootId: string;
  name: string;
  scopes: Scopes;
  limits: TokenLimits;
  /** When the token expires, in milliseconds; null if that is more than seven days away. */
  endsAt: number | null;
};

export const OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "in",
  "nin",
  "between",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "any_of",
  "all_of",
  "is_null",
] as const;
export type Operator = (typeof OPERATORS)[number];

/** A filter of valid shape. Whether its fields exist and its values have the right type is not checked yet. */
export type Filter = Condition | { and: Filter[] } | { or: Filter[] } | { not: Filter };
export type Condition = { field: string; operator: Operator; value: JsonValue };

export const DIRECTIONS = ["asc", "desc"] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type SortItem = { field: string; direction: Direction };

/** The fields that every record has outside its `data`. */
export const SYSTEM_FIELDS = ["id", "created", "updated"] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** A field that only row scopes can use: callers cannot name it (contract § 6). */
export const CREATED_BY = "createdBy";

/** The variables that a grant's `where` can use as values. */
export const MEMBER_ID = "$member.id";
export const MEMBER_EMAIL = "$member.email";

/** A delivery contains whole records, their ids and versions, or nothing but that something changed. */
export const WEBHOOK_PAYLOADS = ["records", "ids", "signal"] as const;
export type WebhookPayload = (typeof WEBHOOK_PAYLOADS)[number];

/** The caller's part of a webhook. `fields` null means every field that the token can read. */
export type WebhookSettings = {
  name: string;
  url: string;
  payload: WebhookPayload;
  fields: string[] | null;
  expand: string[];
  paused: boolean;
};
