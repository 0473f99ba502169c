/** Computes the answer to a list, a query or a read of one record (contract § 6). */
import type { ErrorCode } from "@/lib/errors";
import type { JsonObject, JsonValue, SortItem } from "@/lib/model";
import { fieldIn, type ModelRecord } from "./file";
import { faultsOf } from "./filter-faults";
import { typeOfName, valueIn } from "./filters";
import type { Rights } from "./permissions";
import { canExpand, lookUp, matchesAsked, type Reader } from "./references";
import { bare, compareValues } from "./values";

/** A query as it was written; members that are not there are undefined. */
export type ListInput = {
  where?: JsonValue;
  sort?: unknown;
  search?: unknown;
  limit?: unknown;
  fields?: unknown;
  expand?: unknown;
};

export type ListWish = {
  where: JsonValue | undefined;
  sort: SortItem[];
  words: string[];
  limit: number;
  fields: string[] | null;
  expand: string[];
};

/** The query string's own spelling of the same members; the oracle does not handle repeated ones. */
export function inputOfQueryString(pairs: [name: string, value: string][]): ListInput {
  const { limit, sort, search, fields, expand } = Object.fromEntries(pairs);
  return {
    ...(limit === undefined ? {} : { limit: /^[1-9]\d{0,2}$/.test(limit) ? Number(limit) : null }),
    ...(sort === undefined ? {} : { sort: sort.split(",").map(sortItemOf) }),
    ...(search === undefined ? {} : { search }),
    ...(fields === undefined ? {} : { fields: fields.split(",") }),
    ...(expand === undefined ? {} : { expand: expand.split(",") }),
  };
}

function sortItemOf(text: string): unknown {
  const [field, direction, ...more] = text.split(":");
  return more.length > 0 ? null : { field, direction };
}

/** Every code that is right for this query; none where it is legal. */
export function faultsOfList(input: ListInput, { world, principal, rights }: Reader): ErrorCode[] {
  const faults: ErrorCode[] = [];
  const { where, limit, search, sort, fields, expand } = input;
  if (where !== undefined) {
    faults.push(...faultsOf(where, (name) => lookUp(world.file, principal, rights, name)));
  }
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= 500)) {
    faults.push("INVALID_LIMIT");
  }
  if (search !== undefined && (typeof search !== "string" || [...search.trim()].length > 200)) {
    faults.push("INVALID_FILTERS");
  }
  if (sort !== undefined) faults.push(...faultsOfSort(sort, rights));
  if (fields !== undefined && !canPick(fields, rights)) faults.push("FIELD_NOT_QUERYABLE");
  if (expand !== undefined && !canExpand(expand, rights)) faults.push("FIELD_NOT_QUERYABLE");
  return faults;
}

function faultsOfSort(sort: unknown, rights: Rights): ErrorCode[] {
  if (!Array.isArray(sort) || sort.length === 0 || sort.length > 5 || !sort.every(isSortItem)) return ["INVALID_SORT"];
  const names = sort.map(({ field }) => field);
  if (new Set(names).size < names.length) return ["INVALID_SORT"];
  const isSortable = (name: string) => rights.mayQuery(name) && typeOfName(rights.entity, name) !== "multiselect";
  return names.every(isSortable) ? [] : ["FIELD_NOT_QUERYABLE"];
}

function isSortItem(item: unknown): item is SortItem {
  if (typeof item !== "object" || item === null) return false;
  const { field, direction, ...more } = item as Record<string, unknown>;
  const isDirection = direction === "asc" || direction === "desc";
  return typeof field === "string" && field !== "" && isDirection && Object.keys(more).length === 0;
}

export function canPick(fields: unknown, { entity, mayRead }: Rights): boolean {
  if (!Array.isArray(fields) || fields.length === 0) return false;
  return fields.every((key) => {
    const field = typeof key === "string" ? fieldIn(entity, key) : undefined;
    return field !== undefined && mayRead(field);
  });
}

/** The wish of a legal query. */
export function wishOf(input: ListInput): ListWish {
  const search = typeof input.search === "string" ? input.search : "";
  return {
    where: input.where,
    sort: (input.sort as SortItem[]) ?? [{ field: "created", direction: "desc" }],
    words: search.split(/\s+/).filter((word) => bare(word) !== ""),
    limit: typeof input.limit === "number" ? input.limit : 100,
    fields: (input.fields as string[]) ?? null,
    expand: (input.expand as string[]) ?? [],
  };
}

/** All of them, in order, whatever the page size. */
export function recordsOf(reader: Reader, wish: ListWish): ModelRecord[] {
  const { world, rights } = reader;
  const searched = rights.entity.fields.filter(
    (field) => (field.searchable ?? ["text", "email", "url"].includes(field.type)) && rights.readsAlways(field),
  );
  const has = (record: ModelRecord, word: string) =>
    searched.some(({ key }) => bare(String(record.data[key] ?? "")).includes(bare(word)));
  return world.records
    .filter((record) => record.entity === rights.entity.key && rights.reaches("list", record))
    .filter((record) => wish.where === undefined || matchesAsked(reader, wish.where, record))
    .filter((record) => wish.words.every((word) => has(record, word)))
    .sort((left, right) => compareRecords(left, right, rights, wish.sort));
}

/** Nulls last both ways; ties by id, in the direction of the last item. */
export function compareRecords(left: ModelRecord, right: ModelRecord, { entity }: Rights, sort: SortItem[]): number {
  const byId: SortItem = { field: "id", direction: sort.at(-1)?.direction ?? "desc" };
  for (const { field, direction } of [...sort, byId]) {
    const [a, b] = [valueIn(left, field), valueIn(right, field)];
    if (a === null && b === null) continue;
    if (a === null) return 1;
    if (b === null) return -1;
    const order = compareValues(typeOfName(entity, field), a, b);
    if (order !== 0) return direction === "asc" ? order : -order;
  }
  return 0;
}

/** contract § 4: readable but empty is null, protected is absent. `fields` null: all. */
export function shownData(rights: Rights, record: ModelRecord, fields: string[] | null): JsonObject {
  const shown = rights.entity.fields.filter(
    (field) => rights.mayRead(field) && rights.reads(field, record) && (fields === null || fields.includes(field.key)),
  );
  return Object.fromEntries(shown.map(({ key }) => [key, record.data[key] ?? null]));
}
