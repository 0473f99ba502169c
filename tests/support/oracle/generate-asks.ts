/** Requests over a generated world, of all endpoints. Who asks, and of which record, is a number: see `fill-in.ts`. */
import fc from "fast-check";
import type { JsonObject, JsonValue } from "@/lib/model";
import type { EntityFile, FieldFile, LifecycleFile } from "./file";
import { anyFilter, anySearch, anySort, sortableNames, watchedFields } from "./generate-queries";
import { anyAccepted, anyGiven, anyRecordId } from "./generate-values";

/** How a caller speaks of the version: the current one is put in when the request is made. */
const IF_MATCH = ["current", "*", "stale", "weak", "list", "malformed", "empty", "absent"] as const;
export type IfMatch = (typeof IF_MATCH)[number];
const anyIfMatch: fc.Arbitrary<IfMatch> = fc.constantFrom(...Array<IfMatch>(10).fill("current"), ...IF_MATCH);

/** An `Ask` before its numbers are filled in. */
export type Draft =
  | { endpoint: "list"; entity: string; query: [name: string, value: string][] }
  | { endpoint: "query"; entity: string; body: JsonObject }
  | { endpoint: "aggregate"; entity: string; body: JsonObject }
  | { endpoint: "read"; entity: string; id: string; fields?: string; expand?: string }
  | { endpoint: "create"; entity: string; body: JsonValue }
  | { endpoint: "update"; entity: string; id: string; ifMatch: IfMatch; body: JsonValue }
  | { endpoint: "delete"; entity: string; id: string; ifMatch: IfMatch };

/** The data of a create: nearly all that is required, and some of the rest. */
export function anyNewData(entity: EntityFile): fc.Arbitrary<JsonObject> {
  return anyData(entity, ({ required }) => (required ? 30 : 2));
}

export function anyChange(entity: EntityFile): fc.Arbitrary<JsonObject> {
  return fc
    .subarray(entity.fields, { maxLength: Math.min(2, entity.fields.length) })
    .chain((fields) => anyData({ ...entity, fields }, () => 30));
}

/** Data that is refused only by a conflict with other records, or for the caller's rights. */
export function anyGoodData(entity: EntityFile): fc.Arbitrary<JsonObject> {
  const entries = entity.fields
    .filter(({ readOnly }) => !readOnly)
    .map((field) => {
      const entry = anyAccepted(field).map((value): [string, JsonValue] => [field.key, value]);
      return field.required ? entry : fc.option(entry, { nil: undefined, freq: field.type === "reference" ? 1 : 4 });
    });
  return fc.tuple(...entries).map((given) => Object.fromEntries(given.filter((entry) => entry !== undefined)));
}

/** A field is left out once in `frequency` times; now and then there is a key that is no field. */
function anyData(entity: EntityFile, frequency: (field: FieldFile) => number): fc.Arbitrary<JsonObject> {
  const entries = entity.fields.map((field) =>
    fc.option(
      anyGiven(field).map((value): [string, JsonValue] => [field.key, value]),
      { nil: undefined, freq: frequency(field) },
    ),
  );
  const stray = fc.option(fc.constantFrom<[string, JsonValue]>(["nowhere", 1], ["id", "x"], ["createdBy", null]), {
    nil: undefined,
    freq: 1,
  });
  const rarely = fc.integer({ min: 0, max: 29 }).chain((die) => (die === 0 ? stray : fc.constant(undefined)));
  return fc.tuple(...entries, rarely).map((given) => Object.fromEntries(given.filter((entry) => entry !== undefined)));
}

export function anyUpdate(entity: EntityFile): fc.Arbitrary<Draft> {
  const malformed = fc.constantFrom<JsonValue>({}, { data: null }, { data: [] }, { data: {}, more: 1 }, []);
  const body = fc.oneof(
    { weight: 6, arbitrary: anyGoodChange(entity).map((data): JsonValue => ({ data })) },
    { weight: 5, arbitrary: anyMove(entity).map((data): JsonValue => ({ data })) },
    { weight: 3, arbitrary: anyChange(entity).map((data): JsonValue => ({ data })) },
    { weight: 1, arbitrary: malformed },
  );
  return fc.record({
    endpoint: fc.constant("update"),
    entity: fc.constant(entity.key),
    id: anyRecordId(entity.key),
    ifMatch: anyIfMatch,
    body,
  });
}

/** Mostly what lifecycles, parents and labels look at; each alone or with other fields. */
function anyGoodChange(entity: EntityFile): fc.Arbitrary<JsonObject> {
  const isSpecial = ({ key }: FieldFile) =>
    key === entity.lifecycle?.field || key === entity.parentField || key === entity.labelField;
  const open = entity.fields.filter(({ readOnly }) => !readOnly);
  const ruled = open.filter(isSpecial);
  const special = fc.subarray(ruled, { maxLength: Math.min(1, ruled.length) });
  const others = fc.subarray(open, { maxLength: Math.min(2, open.length) });
  return fc
    .tuple(special, others)
    .chain(([first, second]) => anyGoodData({ ...entity, fields: [...new Set([...first, ...second])] }));
}

/** Only a state that some transition leads to, so that the transitions themselves decide. */
function anyMove(entity: EntityFile): fc.Arbitrary<JsonObject> {
  const { lifecycle } = entity;
  if (lifecycle === undefined) return anyGoodChange(entity);
  return fc.constantFrom(...lifecycle.transitions).map(({ to }) => ({ [lifecycle.field]: to }));
}

/** Begins at the state that the record is in when the request is made: see `fill-in.ts`. */
function anyWay({ field }: LifecycleFile): fc.Arbitrary<JsonObject> {
  return fc.nat({ max: 1 }).map((number) => ({ [field]: `$way:${number}` }));
}

/** Needs a right besides `update`, and also changes what such rights depend on: they are checked before and after. */
export function anyGuardedUpdate(entity: EntityFile): fc.Arbitrary<Draft> {
  const of = (fields: FieldFile[]) =>
    anyGoodData({ ...entity, fields: fields.map((field) => ({ ...field, required: true })) });
  const guarded = entity.fields.filter(({ readOnly, writeVerb }) => !readOnly && writeVerb !== undefined);
  const moves = entity.lifecycle === undefined ? [] : [anyWay(entity.lifecycle), anyWay(entity.lifecycle)];
  const asking = [...moves, ...guarded.map((field) => of([field]))];
  const asked = asking.length === 0 ? anyGoodChange(entity) : fc.oneof(...asking);
  return fc.record({
    endpoint: fc.constant("update"),
    entity: fc.constant(entity.key),
    id: anyRecordId(entity.key),
    ifMatch: fc.constant("*"),
    body: fc.tuple(of(watchedFields(entity)), asked).map(([seen, given]) => ({ data: { ...seen, ...given } })),
  });
}

export function anyDelete(entity: EntityFile): fc.Arbitrary<Draft> {
  return fc.record({
    endpoint: fc.constant("delete"),
    entity: fc.constant(entity.key),
    id: anyRecordId(entity.key),
    ifMatch: anyIfMatch,
  });
}

export function anyRead(entity: EntityFile): fc.Arbitrary<Draft> {
  const fields = fc.option(anyFields(entity), { nil: undefined, freq: 3 });
  return fc
    .record({ endpoint: fc.constant("read"), entity: fc.constant(entity.key), id: anyRecordId(entity.key) })
    .chain((draft) => fields.map((picked) => (picked === undefined ? draft : { ...draft, fields: picked.join(",") })))
    .chain((draft) => anyExpand(entity).map((keys) => (keys === null ? draft : { ...draft, expand: keys.join(",") })));
}

/** Mostly references, if there are any. */
function anyExpand({ fields }: EntityFile): fc.Arbitrary<string[] | null> {
  const references = fields.filter(({ type }) => type === "reference").map(({ key }) => key);
  const legal = references.length === 0 ? fc.constant(null) : fc.constant(references);
  const strange = fc.constantFrom(...fields).map(({ key }) => [key]);
  const none = fc.constant(null);
  return fc.oneof({ weight: 8, arbitrary: legal }, { weight: 1, arbitrary: strange }, { weight: 10, arbitrary: none });
}

/** Mostly allowed to all callers, and sometimes refused. Averages do not decide the order: they are not exact. */
export function anyAggregate(entity: EntityFile, entities: EntityFile[]): fc.Arbitrary<Draft> {
  const names = [...entity.fields.map(({ key }) => key), "created", "updated"];
  const plain = entity.fields.filter(({ type }) => GROUPED.includes(type)).map(({ key }) => key);
  const timed = [
    ...entity.fields.filter(({ type }) => type === "date" || type === "datetime").map(({ key }) => key),
    "created",
  ];
  const by = fc.constantFrom(...["year", "quarter", "month", "week", "day", "hour"]);
  const item = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...plain, "created") },
    { weight: 5, arbitrary: fc.record({ field: fc.constantFrom(...timed), by }) },
    { weight: 1, arbitrary: fc.constantFrom(...names, "id", "nowhere") },
  );
  const groupBy = fc.uniqueArray(item, {
    maxLength: 2,
    selector: (each) => (typeof each === "string" ? each : each.field),
  });
  const numbers = entity.fields
    .filter(({ type }) => ["integer", "number", "decimal"].includes(type))
    .map(({ key }) => key);
  const measured = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(numbers.length === 0 ? ["created"] : numbers)) },
    { weight: 1, arbitrary: fc.constantFrom(...names) },
  );
  const count = fc.oneof(
    fc.constant<JsonValue>(["count"]),
    fc.constantFrom(...names).map((name): JsonValue => ["count", name]),
  );
  const exact = fc.tuple(fc.constantFrom("sum", "min", "max"), measured).map((pair): JsonValue => pair);
  const average = measured.map((name): JsonValue => ["avg", name]);
  const measures = fc
    .tuple(fc.oneof(count, exact), fc.array(fc.oneof(count, exact, average), { maxLength: 3 }))
    .map(
      ([first, others]): JsonObject => Object.fromEntries([first, ...others].map((each, index) => [`m${index}`, each])),
    );
  const where = fc.option(anyFilter(entity, entities), { nil: undefined, freq: 2 });
  return fc.record({ where, groupBy, measures }).map(({ where: filter, ...rest }) => ({
    endpoint: "aggregate",
    entity: entity.key,
    body: filter === undefined ? rest : { ...rest, where: filter },
  }));
}

const GROUPED = ["text", "email", "url", "integer", "boolean", "select", "reference", "date", "datetime"];

export function anyFields(entity: EntityFile): fc.Arbitrary<string[]> {
  const keys = entity.fields.map(({ key }) => key);
  return fc.subarray(keys, { minLength: 1, maxLength: Math.min(4, keys.length) });
}

/** In the form of the query endpoint. A filter and a search together find little, so that most have only one of them. */
export function anyQueryBody(entity: EntityFile, entities: EntityFile[] = []): fc.Arbitrary<JsonObject> {
  const where = anyFilter(entity, entities).map((filter): JsonObject => ({ where: filter }));
  const search = anySearch.map((text): JsonObject => ({ search: text }));
  const both = fc.tuple(where, search).map(([left, right]): JsonObject => ({ ...left, ...right }));
  const sort = anySort(sortableNames(entity)).map((items): JsonObject => ({ sort: items }));
  const fields = anyFields(entity).map((keys): JsonObject => ({ fields: keys }));
  const nothing = fc.constant<JsonObject>({});
  const expand = anyExpand(entity).map((keys): JsonObject => (keys === null ? {} : { expand: keys }));
  const chosen = fc.oneof(
    { weight: 5, arbitrary: where },
    { weight: 3, arbitrary: search },
    { weight: 1, arbitrary: both },
    { weight: 1, arbitrary: nothing },
  );
  return fc
    .tuple(chosen, fc.oneof(sort, sort, sort, nothing), fc.oneof(fields, nothing, nothing), expand)
    .map((parts) => Object.assign({}, ...parts));
}

/** Writes it as a list's query string; null if it has a filter. */
export function queryStringOf(body: JsonObject): [name: string, value: string][] | null {
  if (body.where !== undefined) return null;
  return Object.entries(body).map(([name, value]): [string, string] => [name, textOf(name, value)]);
}

function textOf(name: string, value: JsonValue): string {
  if (!Array.isArray(value)) return String(value);
  if (name !== "sort") return value.join(",");
  return value.map((item) => `${(item as JsonObject).field}:${(item as JsonObject).direction}`).join(",");
}
