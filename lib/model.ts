/** The nouns of the system, in the spec's own words. Types and the lists they derive from; no behaviour. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** The four verbs with a meaning of their own (spec: What the service does, 2). */
export const VERBS = ["list", "create", "update", "delete"] as const;
export type Verb = (typeof VERBS)[number];

/** One of the four verbs, or a word that a field or a transition asks for. */
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
  /** Used on create where the key is absent; null where there is none. */
  default: JsonValue;
  readOnly: boolean;
  queryable: boolean;
  searchable: boolean;
  indexed: boolean;
  /** At most one record of the entity has each value. */
  unique: boolean;
  /** The verb that reading, or writing, this field asks for beyond the endpoint's. */
  readVerb: VerbWord | null;
  writeVerb: VerbWord | null;
  /** `select` and `multiselect`; empty for the others. */
  options: Option[];
  /** `reference`: the key of the entity pointed to. */
  reference: string | null;
  /** `integer` and `number`: a number. `decimal`: a string, to stay exact. */
  min: number | string | null;
  max: number | string | null;
  /** In Unicode code points, as JSON Schema counts. */
  maxLength: number | null;
  /** While some records still store its values in another way. */
  reshaping?: Reshaping;
};

/** How the data of a record gets its present shape from the former one. Records that have it already stay unchanged. */
export type Reshaping = {
  /** Keys that are new; null where a record had none. */
  added: string[];
  removed: string[];
  /** New key → former key. */
  renamed: Record<string, string>;
  /** Key of a field → former value → new value of its options. */
  options: Record<string, Record<string, string>>;
  /** Guards that use another field than before: records have them in columns of their own until all are rewritten. */
  next?: Guard[];
};

/** What an index or a key enforces for an entity: that labels are unique, that parents exist. */
export type Guard = "label" | "parent";

type State = { locked: boolean; deletable: boolean };
type Transition = { from: string; to: string; verb: VerbWord | null };
export type Lifecycle = {
  field: string;
  /** The states in which a record can be created; null: any. */
  initial: string[] | null;
  /** By option value; a state without an entry is neither locked nor undeletable. */
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
  /** The fields that row scopes of `list` use. A change stores their former values, to tell who could see the record then. */
  scopeFields: readonly string[];
  /** While its records are being rewritten. */
  reshaping?: Reshaping;
};

/** A grant of verbs on one entity: on all its records (`where` null) or on those that match. */
type Grant = { entityKey: string; verbs: VerbWord[]; where: Filter | null };
export type Role = { key: string; name: string; grants: Grant[] };

/** What a token must be to be created. */
export type TokenPolicy = { maxLifetimeDays: number | null; allowNeverExpiring: boolean; requirePurpose: boolean };

/** Also what the organisation asks of existing tokens. */
export type OrganizationPolicy = TokenPolicy & {
  /** null: unused tokens keep working. */
  revokeUnusedAfterDays: number | null;
  /** Addresses and ranges from which its tokens work; empty: from everywhere. */
  allowedAddresses: string[];
  /** Of one member; null: as many as the service allows. */
  maxLiveTokens: number | null;
  /** Who needs a second factor to use the pages; null: nobody. */
  requireSecondFactor: SecondFactorRule | null;
};

export const SECOND_FACTOR_RULES = ["administrators", "members"] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** The compiled configuration of an organisation at one version. */
export type Configuration = {
  organizationId: string;
  organizationKey: string;
  organizationName: string;
  version: number;
  tokenPolicy: OrganizationPolicy;
  /** For members without a value of their own; `pages`: administrators can add members, too. */
  membersManagedBy: ManagedBy;
  entities: ReadonlyMap<string, Entity>;
  roles: ReadonlyMap<string, Role>;
};

export type Member = {
  id: string;
  organizationId: string;
  name: string;
  /** Never empty: a grant bound to it must not apply to everybody without an address. */
  email: string;
  roleKeys: string[];
  active: boolean;
  admin: boolean;
};

/** A service account owns tokens like a person, but cannot sign in. */
export const MEMBER_KINDS = ["person", "service"] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** Who decides on a member's name, roles and the rest: the organisation's file, or administrators on the pages. */
export const MANAGERS_OF_MEMBERS = ["file", "pages"] as const;
export type ManagedBy = (typeof MANAGERS_OF_MEMBERS)[number];

/** null: everything the owner can do, now and later. Otherwise only what is listed, further verbs included. */
export type Scopes = { entity: string; verbs: VerbWord[] }[] | null;

/** Fields of one entity that a token cannot read, as if its owner could not. */
export type DeniedFields = { entity: string; fields: string[] };

/** What a token is held to beyond its scopes. */
export type TokenLimits = {
  deniedFields: DeniedFields[];
  /** Addresses and ranges from which it works; empty: from everywhere. */
  allowedAddresses: string[];
  /** null: as many as the service allows. */
  requestsPerMinute: number | null;
};

export const NO_LIMITS: TokenLimits = { deniedFields: [], allowedAddresses: [], requestsPerMinute: null };

/** A verified token, without its secret. */
export type Token = {
  id: string;
  name: string;
  scopes: Scopes;
  limits: TokenLimits;
  /** When it expires, in milliseconds; null where that is more than seven days away. */
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

/** A filter of legal shape. Whether its fields exist and its values have the right type is not checked yet. */
export type Filter = Condition | { and: Filter[] } | { or: Filter[] } | { not: Filter };
export type Condition = { field: string; operator: Operator; value: JsonValue };

export type Direction = "asc" | "desc";
export type SortItem = { field: string; direction: Direction };

/** The fields that every record has beside its `data`. */
export const SYSTEM_FIELDS = ["id", "created", "updated"] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** A field of row scopes only: callers cannot name it (contract § 8). */
export const CREATED_BY = "createdBy";

/** The variables that a grant's `where` may use as values. */
export const MEMBER_ID = "$member.id";
export const MEMBER_EMAIL = "$member.email";
