/** Records, filters and orders of legal shape, from small stocks of values, so that ties, hits and nulls are common. */
import fc from "fast-check";
import type { Direction, Entity, FieldType, Filter, JsonValue, Operator, SortItem } from "@/lib/model";
import { FIELD_OPERATORS, isSortable, SYSTEM_FIELD_OPERATORS } from "@/lib/query/filter/operators";
import type { Thing } from "./things";
import { STAGES } from "./things-entity";

/** Cases, wildcards, quotes, composed and decomposed accents, what lower-cases oddly or since lately, and both sides of the surrogates. */
const LETTERS = [..."abAB%_\\'\" éÉßİıΣσςაᲐ日～😀", "e\u0301"];
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 4 });

const MOMENTS = [
  "0001-01-01T00:00:00.000Z",
  "2025-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
];
const IDS = ["00000000-0000-7000-8000-000000000001", "fe000000-0000-7000-8000-00000000000a"];

const VALUES: Record<FieldType, fc.Arbitrary<JsonValue>> = {
  text,
  email: text,
  url: text,
  integer: fc.constantFrom(-9007199254740991, -10, -9, 0, 2, 10, 9007199254740990, 9007199254740991),
  number: fc.constantFrom(-1.7976931348623157e308, -1.5, -0.1, 0, 5e-324, 0.1, 0.30000000000000004, 1e21, 2, 10),
  decimal: fc.constantFrom(
    "-90071992547409931.00001",
    "-0.5",
    "0",
    "0.0",
    "0.50",
    "0.5",
    "9",
    "10",
    "90071992547409931.1",
    "90071992547409931.2",
  ),
  boolean: fc.boolean(),
  date: fc.constantFrom("0001-01-01", "1999-12-31", "2024-02-29", "2026-01-31", "9999-12-31"),
  datetime: fc.constantFrom(...MOMENTS),
  select: fc.constantFrom(...STAGES),
  multiselect: fc.subarray(STAGES),
  reference: fc.constantFrom(...IDS),
  // As it is stored: without a negative zero.
  json: fc.json({ maxDepth: 2 }).map((text) => JSON.parse(JSON.stringify(JSON.parse(text)))),
};

export function anyThings(entity: Entity): fc.Arbitrary<Thing[]> {
  const data = Object.fromEntries(
    [...entity.fields.values()].map(({ key, type }) => [key, fc.option(VALUES[type], { freq: 3 })]),
  );
  const moment = fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-03-01T12:00:00.000Z");
  const thing = fc.record({ id: fc.uuid(), created: moment, updated: moment, data: fc.record(data) });
  return fc.uniqueArray(thing, { maxLength: 24, selector: ({ id }) => id });
}

export function anyFilter(entity: Entity, things: Thing[]): fc.Arbitrary<Filter> {
  const ids = fc.constantFrom("no id", IDS[0] ?? "", ...things.map(({ id }) => id));
  const conditions = [
    ...[...entity.fields.values()].map(
      (field) => [field.key, VALUES[field.type], FIELD_OPERATORS[field.type]] as const,
    ),
    ["id", ids, SYSTEM_FIELD_OPERATORS.id] as const,
    ["created", VALUES.datetime, SYSTEM_FIELD_OPERATORS.created] as const,
    ["updated", VALUES.datetime, SYSTEM_FIELD_OPERATORS.updated] as const,
  ].flatMap(([field, value, operators]) =>
    operators.map((operator) => operand(operator, value).map((given) => ({ field, operator, value: given }))),
  );
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => {
    const parts = fc.array(tie("filter"), { minLength: 1, maxLength: 3 });
    return {
      filter: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.oneof(...conditions),
        parts.map((and) => ({ and })),
        parts.map((or) => ({ or })),
        tie("filter").map((not) => ({ not })),
      ),
    };
  });
  return filter;
}

function operand(operator: Operator, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  switch (operator) {
    case "is_null":
      return fc.boolean();
    case "between":
      return fc.tuple(value, value);
    case "in":
    case "nin":
      return fc.array(value, { minLength: 1, maxLength: 3 });
    case "any_of":
    case "all_of":
      return fc.array(fc.constantFrom(...STAGES, "none of them"), { minLength: 1, maxLength: 3 });
    case "eq":
    case "neq":
      return fc.option(value, { freq: 6 });
    default:
      return value;
  }
}

export function anySort(entity: Entity): fc.Arbitrary<SortItem[]> {
  const sortable = [...entity.fields.values()].filter(({ type }) => isSortable(type)).map(({ key }) => key);
  const item = fc.record({
    field: fc.constantFrom(...sortable, "id", "created", "updated"),
    direction: fc.constantFrom<Direction>("asc", "desc"),
  });
  return fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ field }) => field });
}

export function anyWords(): fc.Arbitrary<string[]> {
  const word = fc.string({
    unit: fc.constantFrom(...LETTERS.filter((letter) => letter !== " ")),
    minLength: 1,
    maxLength: 2,
  });
  return fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.array(word, { minLength: 1, maxLength: 2 }));
}
