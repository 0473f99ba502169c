/** Sample requests from an entity's discovery data. Row scopes, other records or a lifecycle can still forbid them. */
import type { EntityDescription, FieldView } from "../../../entities/view";
import type { FieldType, JsonObject, JsonValue, SortItem } from "../../../model";
import { isEmpty } from "../../../records/rules/validate";
import { compareDecimals } from "../../../wire-types";
import { NO_ID } from "../../schemas/examples";

/** null where the caller's permissions or the fields allow no example. */
export type EntityExamples = {
  create: { data: JsonObject } | null;
  update: { data: JsonObject } | null;
  batch: { operations: JsonObject[] } | null;
  query: { where: JsonValue; sort: SortItem[]; fields?: string[]; limit: number } | null;
  aggregate: { groupBy: JsonValue[]; measures: Record<string, string[]> } | null;
};

/** Facts that the entity's description does not contain. */
export type Known = {
  /** Returns the id of a record of an entity, for references and for updates. Without it, the id is all zeros. */
  recordIdOf?: (entityKey: string | null) => string;
  /** The states that a new record can start in, for an entity with a lifecycle. */
  begin?: { field: string; states: readonly string[] } | null;
  /** The version of the record that is updated. Without it, `*`. */
  versionId?: string;
};

const LIMIT = 10;
const SHOWN_FIELDS = 3;

export function examplesOf(description: EntityDescription, known: Known): EntityExamples {
  const { permissions } = description;
  const create = permissions.create ? exampleOfCreate(description, known) : null;
  const update = permissions.update ? exampleOfUpdate(description, known) : null;
  return {
    create,
    update,
    batch: exampleOfBatch(description, known, { create, update }),
    query: permissions.list ? exampleOfQuery(description) : null,
    aggregate: permissions.list ? exampleOfAggregate(description) : null,
  };
}

/** Has every required field, the label, and a few more fields that show how values are written. */
function exampleOfCreate(description: EntityDescription, known: Known): { data: JsonObject } | null {
  const { fields, labelField } = description;
  const begin = known.begin ?? null;
  if (fields.some((field) => isDue(field) && !field.createable)) return null;
  const createable = fields.filter((field) => field.createable);
  const isState = ({ key }: FieldView) => begin?.field === key;
  const wanted = createable.filter(
    (field) => isDue(field) || field.key === labelField || (isState(field) && field.default === null),
  );
  const more = createable.filter((field) => isPlain(field) && !wanted.includes(field)).slice(0, SHOWN_FIELDS);
  const shown = new Set([...wanted, ...more]);
  const values = createable
    .filter((field) => shown.has(field))
    .map((field) => {
      const state = isState(field) ? begin?.states[0] : undefined;
      return { field, value: state ?? exampleValue(field, known) };
    });
  if (values.some(({ field, value }) => value === null && isDue(field))) return null;
  const given = values.filter(({ value }) => value !== null);
  return { data: Object.fromEntries(given.map(({ field, value }) => [field.key, value])) };
}

/** Has one or two fields whose change is unlikely to be forbidden by a lifecycle or another record. */
function exampleOfUpdate({ fields }: EntityDescription, known: Known): { data: JsonObject } | null {
  const updateable = fields.filter((field) => field.updateable && exampleValue(field, known) !== null);
  const isState = ({ key }: FieldView) => known.begin?.field === key;
  const plain = updateable.filter((field) => isPlain(field)).slice(0, 2);
  const quiet = updateable.filter((field) => !isState(field) && !field.unique && field.type !== "reference");
  const chosen = [plain, quiet.slice(0, 1), updateable.slice(0, 1)].find((some) => some.length > 0);
  if (chosen === undefined) return null;
  return { data: Object.fromEntries(chosen.map((field) => [field.key, exampleValue(field, known)])) };
}

function exampleOfBatch(
  { entityKey }: EntityDescription,
  { recordIdOf = () => NO_ID, versionId }: Known,
  { create, update }: Pick<EntityExamples, "create" | "update">,
): EntityExamples["batch"] {
  const operations: JsonObject[] = [];
  if (create !== null) operations.push({ op: "create", ...create });
  // An update of no known record would only be refused.
  if (update !== null && (create === null || versionId !== undefined))
    operations.push({ op: "update", id: recordIdOf(entityKey), ifMatch: versionId ?? "*", ...update });
  return operations.length === 0 ? null : { operations };
}

function sortOf({ fields }: EntityDescription): SortItem {
  const field = fields.find(
    ({ sortable, type }) => sortable && (isNumber(type) || type === "date" || type === "datetime"),
  );
  return { field: field?.key ?? "created", direction: "desc" };
}

function exampleOfQuery(description: EntityDescription): EntityExamples["query"] {
  // A field that can be filtered by can certainly be read.
  const queryable = description.fields.filter((field) => field.queryable);
  const fields = queryable.slice(0, SHOWN_FIELDS).map(({ key }) => key);
  return {
    where: exampleOfCondition(description),
    sort: [sortOf(description)],
    ...(fields.length === 0 ? {} : { fields }),
    limit: LIMIT,
  };
}

function exampleOfCondition({ fields }: EntityDescription): JsonValue {
  const queryable = fields.filter((field) => field.operators.length > 0);
  const select = queryable.find(({ type, options }) => type === "select" && options.length > 0);
  if (select !== undefined) return [select.key, "in", select.options.slice(0, 2).map(({ value }) => value)];
  const number = queryable.find((field) => isNumber(field.type) && exampleValue(field) !== null);
  if (number !== undefined) return [number.key, "gte", exampleValue(number)];
  const text = queryable.find(({ type }) => type === "text");
  if (text !== undefined) return [text.key, "contains", "example"];
  return ["created", "gte", "2026-01-01T00:00:00.000Z"];
}

function exampleOfAggregate({ fields }: EntityDescription): EntityExamples["aggregate"] {
  const group = fields.find(({ queryable, type }) => queryable && (type === "select" || type === "boolean"));
  const number = fields.find(({ queryable, type }) => queryable && isNumber(type));
  return {
    groupBy: [group?.key ?? { field: "created", by: "month" }],
    measures: { records: ["count"], ...(number === undefined ? {} : { total: ["sum", number.key] }) },
  };
}

/** True if a new record has to provide a value. A blank default does not count as a value. */
export function isDue(field: FieldView): boolean {
  return field.required && isEmpty(field.default);
}

const PLAIN: readonly string[] = ["text", "integer", "number", "decimal", "boolean", "date", "datetime", "multiselect"];

/** True if no other record and no lifecycle can rule out the field's value. */
function isPlain(field: FieldView): boolean {
  return PLAIN.includes(field.type) && !field.unique;
}

function isNumber(type: string): boolean {
  return type === "integer" || type === "number" || type === "decimal";
}

/** null if no value of the type meets the field's limits. */
export function exampleValue(field: FieldView, { recordIdOf = () => NO_ID }: Known = {}): JsonValue {
  return VALUES[field.type](field, recordIdOf);
}

const VALUES: Record<FieldType, (field: FieldView, recordIdOf: NonNullable<Known["recordIdOf"]>) => JsonValue> = {
  text: (field) => fitting(field, [`Example ${field.label.toLowerCase()}`, "Example", "A"]),
  email: (field) => fitting(field, ["ada@example.com", "a@b.test", "a@b.c"]),
  url: (field) => fitting(field, ["https://example.com/", "http://a.test", "http://a"]),
  integer: (field) => within(field, 42),
  number: (field) => within(field, 12.5),
  decimal: (field) => decimalWithin(field, "12.50"),
  boolean: () => true,
  date: () => "2026-11-21",
  datetime: () => "2026-11-21T09:30:00.000Z",
  select: (field) => optionsOf(field)[0] ?? null,
  multiselect: (field) => optionsOf(field).slice(0, 2),
  reference: (field, recordIdOf) => recordIdOf(field.reference),
  json: () => ({ note: "Any JSON" }),
};

/** A blank option does not count as a value if one is required. */
function optionsOf({ options }: FieldView): string[] {
  return options.map(({ value }) => value).filter((value) => value.trim() !== "");
}

function fitting({ maxLength }: FieldView, texts: string[]): string | null {
  return texts.find((text) => maxLength === null || [...text].length <= maxLength) ?? null;
}

function within({ min, max }: FieldView, wanted: number): number {
  return Math.min(Math.max(wanted, Number(min ?? wanted)), Number(max ?? Number.POSITIVE_INFINITY));
}

function decimalWithin({ min, max }: FieldView, wanted: string): string {
  if (min !== null && compareDecimals(wanted, String(min)) < 0) return String(min);
  return max !== null && compareDecimals(String(max), wanted) < 0 ? String(max) : wanted;
}
