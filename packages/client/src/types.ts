/** The types of requests and responses. Flat on purpose, so that editors show them as written. */
import type { ErrorCode } from "./errors.js";

export type Identity = {
  organizationId: string;
  member: { id: string; name: string; email: string | null };
  token: { id: string; name: string; tokenHint: string };
};

export type EntitySummary = {
  entityKey: string;
  label: string;
  pluralLabel: string;
  description: string | null;
  permissions: { list: boolean; create: boolean; update: boolean; delete: boolean };
};

export type FieldDescription = {
  key: string;
  label: string;
  description: string | null;
  type: string;
  required: boolean;
  unique: boolean;
  multiple: boolean;
  default: unknown;
  createable: boolean;
  updateable: boolean;
  queryable: boolean;
  sortable: boolean;
  searchable: boolean;
  operators: string[];
  options: { value: string; label: string }[];
  reference: string | null;
  referencedFields: string[];
  min: number | string | null;
  max: number | string | null;
  maxLength: number | null;
  deprecated: boolean;
  deprecation: { since: string; sunset: string | null; use: string | null } | null;
};

export type EntityDescription = EntitySummary & {
  labelField: string | null;
  fields: FieldDescription[];
  systemFields: { key: string; type: string; sortable: boolean; operators: string[] }[];
};

/** A record with its version. `data` has the fields that the token can read. */
export type Envelope<Key extends string = string, Data = { [field: string]: unknown }> = {
  id: string;
  entityKey: Key;
  created: string;
  updated: string;
  versionId: string;
  data: Data;
};

export type SearchOptions = {
  /** Default: all that the token can list. */
  entities?: readonly string[] | undefined;
  /** The keys that `data` has in the result; each entity returns those that it has. */
  fields?: readonly string[] | undefined;
  /** 50 at most. Default: 20. */
  limit?: number | undefined;
};

/** The best matches first. `truncated`: a better one may be missing. */
export type SearchResult = {
  items: { entityKey: string; id: string; label: string | null; record: Envelope; match: { field: string } }[];
  truncated: boolean;
};

/** All that a client has to know about an entity. `public-records types` writes it. */
export type EntityTypes = FieldNames & {
  record: Envelope<string, object>;
  create: object;
  update: object;
  filter: unknown;
  /** Reference fields, and the records that they point to. */
  expand: object;
  /** One unique field with its value: `{ code: string }`. Files written by earlier versions do not have it. */
  key?: object;
};

/** Sortable, unique, groupable, groupable by period, summable, with minimum and maximum, and countable. */
type FieldNames = Record<"sort" | "unique" | "group" | "period" | "sum" | "extreme" | "count", string>;

/** The entity type of a client without generated types. */
export type AnyEntity = FieldNames & {
  record: Envelope;
  create: { [field: string]: unknown };
  update: { [field: string]: unknown };
  filter: AnyFilter;
  expand: { [field: string]: Envelope };
};

export type AnyRecords = { [entityKey: string]: AnyEntity };
export type AnyFilter =
  | readonly [field: string, operator: string, value: unknown]
  | { and: readonly AnyFilter[] }
  | { or: readonly AnyFilter[] }
  | { not: AnyFilter };

export type FieldOf<T extends EntityTypes> = keyof T["record"]["data"] & string;
export type ExpandOf<T extends EntityTypes> = keyof T["expand"] & string;

/** Identifies one record by something other than its id. */
export type KeyOf<T extends EntityTypes> = T extends { key: infer Key extends object }
  ? Key
  : { [field: string]: string | number };

type Direction = "asc" | "desc";

/** A record with the fields and references that a query asked for. */
export type Shown<T extends EntityTypes, F extends FieldOf<T>, E extends ExpandOf<T>> = Envelope<
  T["record"]["entityKey"],
  Pick<T["record"]["data"], F>
> &
  ([E] extends [never] ? unknown : { expanded: { [Field in E]: T["expand"][Field] | null } });

export type Query<T extends EntityTypes, F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = ExpandOf<T>> = {
  /** `["stage", "eq", "won"]`, `{ and: [...] }`, `{ or: [...] }`, `{ not: ... }` */
  where?: T["filter"] | undefined;
  search?: string | undefined;
  /** `"amount:desc"`, or in the format of the API: `{ field: "amount", direction: "desc" }`. Default: the newest first. `"relevance"`, with `search`. */
  sort?:
    | "relevance"
    | readonly (`${T["sort"]}:${Direction}` | { field: T["sort"]; direction: Direction })[]
    | undefined;
  /** Records per page, 500 at most. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
  /** The keys that `data` has in the result. */
  fields?: readonly F[] | undefined;
  /** References whose records are included, three at most. */
  expand?: readonly E[] | undefined;
};

export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A record, or another object with its id and version. */
export type Versioned<T extends EntityTypes> = {
  id: string;
  versionId: string;
  entityKey?: T["record"]["entityKey"];
};

export type Deleted = { id: string; entityKey: string; deleted: true };

/** `ifMatch`: a versionId, `"*"` for any existing version, null if the record must not exist. */
export type Operation<T extends EntityTypes> =
  | { op: "create"; data: T["create"] }
  | { op: "update"; id: string; ifMatch: string; data: T["update"] }
  | {
      op: "upsert";
      match: Match<T, T["unique"] & keyof T["create"]>;
      ifMatch: string | null;
      data: Partial<T["create"]>;
    };

/** One unique field and its value. */
export type Match<T extends EntityTypes, Field extends keyof T["create"]> = {
  [Key in Field]: { [Only in Key]: NonNullable<T["create"][Only]> };
}[Field];

/** `error`: why it was not written. With CREATED_RECORD_NOT_READABLE it was, but the token cannot read the record. */
export type OperationResult<T extends EntityTypes> =
  | { status: 200 | 201; id: string; versionId: string; record?: T["record"]; error?: undefined }
  | { status: number; id?: undefined; versionId?: undefined; record?: undefined; error: OperationError };
export type OperationError = {
  code: ErrorCode;
  message: string;
  /** The index of the earlier operation in the batch that it conflicts with. */
  with?: number;
  details?: { field: string; message: string }[];
};

/** `keys`: the unique values of a removed record, as far as the caller could read them. */
export type Change<Record> =
  | { type: "changed"; record: Record; at: string }
  | { type: "removed"; id: string; entityKey: string; keys: { [field: string]: string | number }; at: string };

/** `reset`: discard everything, and walk the list. Store `cursor` with the effect; a few changes before it may come again. */
export type Followed<Record> = (Change<Record> | { type: "reset" }) & { cursor: string };

/** `cursor`: store it together with the effect of the items. `reset`: discard everything from earlier steps. */
export type Changes<Record> = { items: Change<Record>[]; cursor: string; reset: boolean };

/** `complete`: the copy has all records. `cursor` is null until then: a program that stops earlier starts the walk again. */
export type MirrorStep<Record> = { items: Change<Record>[]; cursor: string | null; reset: boolean; complete: boolean };

export type Period = "year" | "quarter" | "month" | "week" | "day" | "hour";
export type Measure<T extends EntityTypes> =
  | readonly ["count"]
  | readonly ["count", T["count"]]
  | readonly ["sum" | "avg", T["sum"]]
  | readonly ["min" | "max", T["extreme"]];
export type Measures<T extends EntityTypes> = { [name: string]: Measure<T> };

export type AggregateQuery<T extends EntityTypes, M extends Measures<T>> = {
  where?: T["filter"] | undefined;
  search?: string | undefined;
  /** Two at most. Periods are in UTC. */
  groupBy?: readonly (T["group"] | { field: T["period"]; by: Period })[] | undefined;
  /** By the names of the results. The result is ordered by the first one. */
  measures: M;
};

/** Sums that a number cannot hold exactly, and all values of decimals, are strings. Without any values they are null. */
export type Aggregate<M> = {
  items: ({ group: { [field: string]: string | number | boolean | null } } & {
    [Name in keyof M]: M[Name] extends readonly ["count", ...unknown[]] ? number : number | string | null;
  })[];
  truncated: boolean;
};

/** An item of `upsert` by a field: a new record in which that field is required, as in `UpsertItem<CityCreate, "geonamesId">`. */
export type UpsertItem<Create, Field extends keyof Create> = Create & {
  [Key in Field]-?: NonNullable<Create[Key]>;
};
