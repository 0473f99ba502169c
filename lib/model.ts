/** The nouns of the system, in the spec's own words. Types and the lists they derive from; no behaviour. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** The four verbs with a meaning of their own (spec: What the service does, 2). */
export const VERBS = ["list", "create", "update", "delete"] as const;
export type Verb = (typeof VERBS)[number];

/** Any right: one of the four, or a word that a field or a transition asks for. */
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
  /** Taken on create when the key is absent; null where there is none. */
  default: JsonValue;
  readOnly: boolean;
  queryable: boolean;
  searchable: boolean;
  indexed: boolean;
  /** At most one record of the entity has each value. */
  unique: boolean;
  /** The right that reading, or writing, this field asks for beyond the endpoint's verb. */
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
  /** Where its values of some records are still stored in another way. */
  reshaping?: Reshaping;
};

/** How a record's data of the former shape becomes that of the present one. Nothing changes in one that has it already. */
export type Reshaping = {
  /** Keys that every record has from now on: null where it had none. */
  added: string[];
  removed: string[];
  /** New key → former key. */
  renamed: Record<string, string>;
  /** Key of a field → former value → new value of its options. */
  options: Record<string, Record<string, string>>;
  /** What goes by another field than before: records have it in columns of its own until all of them are rewritten. */
  next?: Guard[];
};

/** What an index or a key holds for all records of an entity or for none: that labels are unique, that parents are there. */
export type Guard = "label" | "parent";

type State = { locked: boolean; deletable: boolean };
type Transition = { from: string; to: string; verb: VerbWord | null };
export type Lifecycle = {
  field: string;
  /** The states in which a record may be created; null: any. */
  initial: string[] | null;
  /** Keyed by option value; a state that is not named is neither locked nor undeletable. */
  states: ReadonlyMap<string, State>;
  transitions: Transition[];
};

export type Entity = {
  /** What records point to: stable through every change of the configuration. */
  id: string;
  key: string;
  label: string;
  pluralLabel: string;
  description: string | null;
  exposed: boolean;
  labelField: string;
  uniqueLabel: boolean;
  /** A reference field, held by a foreign key. */
  parentField: string | null;
  /** In the order of the file. */
  fields: ReadonlyMap<string, Field>;
  lifecycle: Lifecycle | null;
  /** What row scopes of `list` look at. A change keeps their values of before, to tell who could see the record then. */
  scopeFields: readonly string[];
  /** While its records are being rewritten. */
  reshaping?: Reshaping;
};

/** A grant of verbs on one entity: on all its records (`where` null) or on those that match. */
type Grant = { entityKey: string; verbs: VerbWord[]; where: Filter | null };
export type Role = { key: string; name: string; grants: Grant[] };

/** What a token must be to be created. */
export type TokenPolicy = { maxLifetimeDays: number | null; allowNeverExpiring: boolean; requirePurpose: boolean };

/** That, and what the organisation asks of tokens from then on. */
export type OrganizationPolicy = TokenPolicy & {
  /** null: unused tokens go on working. */
  revokeUnusedAfterDays: number | null;
  /** Addresses and ranges from which its tokens work; empty: from everywhere. */
  allowedAddresses: string[];
  /** Of one member; null: as many as the service allows. */
  maxLiveTokens: number | null;
  /** Who cannot use the pages without a second factor; null: nobody is held to it. */
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
  /** Of members of whom nothing else is said; `pages`: administrators can add some, too. */
  membersManagedBy: ManagedBy;
  entities: ReadonlyMap<string, Entity>;
  roles: ReadonlyMap<string, Role>;
};

export type Member = {
  id: string;
  organizationId: string;
  name: string;
  /** Never empty, so that a grant bound to it cannot become one for everybody without an address. */
  email: string;
  roleKeys: string[];
  active: boolean;
  admin: boolean;
};

/** A service account owns tokens as a person does, and cannot sign in. */
export const MEMBER_KINDS = ["person", "service"] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** Who decides over a member's name, roles and the rest: the organisation's file, or its administrators on the pages. */
export const MANAGERS_OF_MEMBERS = ["file", "pages"] as const;
export type ManagedBy = (typeof MANAGERS_OF_MEMBERS)[number];

/** null: everything the owner can do, now and later. Else nothing beyond the list: further verbs count as the four do. */
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

/** A verified token; nothing of its secret. */
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

/** A filter of legal shape. Nothing is said yet of whether its fields exist or its values have the right type. */
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
