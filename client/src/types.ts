/** What requests and responses hold. Flat on purpose: editors show them as they stand here. */
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

/** What a client has to know of an entity. `public-records types` writes it. */
export type EntityTypes = {
  record: Envelope<string, object>;
  create: object;
  update: object;
  filter: unknown;
  /** Fields: to sort by, of unique values, to group by, by periods, to add up, to take the least and the largest of, to count. */
  sort: string;
  unique: string;
  group: string;
  period: string;
  sum: string;
  extreme: string;
  count: string;
  /** Reference fields, and the records that they lead to. */
  expand: object;
};

/** Of a client that was given no types. */
export type AnyEntity = {
  record: Envelope;
  create: { [field: string]: unknown };
  update: { [field: string]: unknown };
  filter: AnyFilter;
  sort: string;
  unique: string;
  group: string;
  period: string;
  sum: string;
  extreme: string;
  count: string;
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

type Direction = "asc" | "desc";

/** A record as a query asked for it. */
export type Shown<T extends EntityTypes, F extends FieldOf<T>, E extends ExpandOf<T>> = Envelope<
  T["record"]["entityKey"],
  Pick<T["record"]["data"], F>
> &
  ([E] extends [never] ? unknown : { expanded: { [Field in E]: T["expand"][Field] | null } });

export type Query<T extends EntityTypes, F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = ExpandOf<T>> = {
  /** `["stage", "eq", "won"]`, `{ and: [...] }`, `{ or: [...] }`, `{ not: ... }` */
  where?: T["filter"] | undefined;
  search?: string | undefined;
  /** `"amount:desc"`, or as the API has it: `{ field: "amount", direction: "desc" }`. The newest first without it. */
  sort?: readonly (`${T["sort"]}:${Direction}` | { field: T["sort"]; direction: Direction })[] | undefined;
  /** Of each page, 500 at most. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
  /** The keys that `data` is to have. */
  fields?: readonly F[] | undefined;
  /** References whose records are to come along, three at most. */
  expand?: readonly E[] | undefined;
};

export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A record, or what else names one at its version. */
export type Versioned<T extends EntityTypes> = {
  id: string;
  versionId: string;
  entityKey?: T["record"]["entityKey"];
};

export type Deleted = { id: string; entityKey: string; deleted: true };

/** `ifMatch`: a versionId, `"*"` for whatever is there, null where there is to be no such record. */
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

/** `error` of what was not written; or, with CREATED_RECORD_NOT_READABLE, was written and is out of sight. */
export type OperationResult<T extends EntityTypes> =
  | { status: 200 | 201; id: string; versionId: string; record?: T["record"]; error?: undefined }
  | { status: number; id?: undefined; versionId?: undefined; record?: undefined; error: OperationError };
export type OperationError = {
  code: ErrorCode;
  message: string;
  details?: { field: string; message: string }[];
};

export type Change<Record> = { type: "changed"; record: Record } | { type: "removed"; id: string; entityKey: string };

/** `cursor`: keep it together with what the items led to. `reset`: what was told before is to be forgotten. */
export type Changes<Record> = { items: Change<Record>[]; cursor: string; reset: boolean };

/** `cursor` is null until the list has been walked once. */
export type MirrorStep<Record> = { items: Change<Record>[]; cursor: string | null; reset: boolean };

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
  /** Two at most; periods in UTC. */
  groupBy?: readonly (T["group"] | { field: T["period"]; by: Period })[] | undefined;
  /** By the names that they are to have. The first one gives the order. */
  measures: M;
};

/** Sums that a number cannot hold exactly, and all of decimals, are texts. Of no values they are null. */
export type Aggregate<M> = {
  items: ({ group: { [field: string]: string | number | boolean | null } } & {
    [Name in keyof M]: M[Name] extends readonly ["count", ...unknown[]] ? number : number | string | null;
  })[];
  truncated: boolean;
};
