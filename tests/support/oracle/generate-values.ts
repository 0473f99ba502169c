/** Values of every type, from small stocks, so that ties, hits and clashes are common; and values of no type. */
import fc from "fast-check";
import type { FieldType, JsonValue } from "@/lib/model";
import { acceptedValue } from "./data";
import type { FieldFile } from "./file";

export const OPTIONS = ["lead", "Won", "lost", "Ω a"];

/** Cases, wildcards, quotes, composed and decomposed accents, what lower-cases oddly or since lately, both sides of the surrogates. */
const LETTERS = [..."abAB%_\\'\" éÉßİıΣσςაᲐ日～😀", "e\u0301", "\u0301", "\uFFFF", "\u200D"];
/** Other spellings of the same label (contract § 7). */
const ALIKE = ["ab", "AB", " aB ", "\u00e9", "E\u0301", "\u00c9 ", "Σ", "ς"];
const text = fc.oneof(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 4 }), fc.constantFrom(...ALIKE));
const letters = fc.string({
  unit: fc.constantFrom(...LETTERS.filter((letter) => letter !== " ")),
  minLength: 1,
  maxLength: 2,
});
export const anyWord = fc.oneof(letters, fc.constantFrom("AB", "é", "ς", "Σ", "test", "//", "LEAD", "0", "-"));

export const MOMENTS = [
  "0001-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00.000Z",
  "2026-01-01T02:00:00+02:00",
  "2026-01-01T00:00:00.001Z",
  "9999-12-31T23:59:59.999Z",
];

/** Ids of no record. */
const STRANGERS = ["00000000-0000-7000-8000-000000000001", "fe000000-0000-7000-8000-00000000000a"];

/** Stands for the id of a record that exists when the request is made, of one entity or of any: see `fill-in.ts`. */
export function anyRecordId(entity = "any"): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.nat({ max: 40 }).map((number) => `$record:${entity}:${number}`) },
    { weight: 1, arbitrary: fc.constantFrom(...STRANGERS) },
  );
}

const DECIMALS = ["-90071992547409931.00001", "-0.5", "-0.0", "0", "0.0", "0.50", "0.5", "9", "10", "10.000"];

/** A value that a filter may compare a field of the type with, whatever the field demands beyond its type. */
export const VALUES: Record<FieldType, fc.Arbitrary<JsonValue>> = {
  text,
  email: fc.constantFrom("a@b.test", "A@b.test", "é@b.test", "zz@long.example.test"),
  url: fc.constantFrom("https://a.test/", "http://A.test/x?y=%20", "https://é.test/ß"),
  integer: fc.constantFrom(-9007199254740991, -10, -9, 0, 2, 10, 9007199254740990, 9007199254740991),
  number: fc.constantFrom(-1.7976931348623157e308, -1.5, -0.1, 0, 5e-324, 0.1, 0.30000000000000004, 1e21, 2, 10),
  decimal: fc.constantFrom(...DECIMALS, "90071992547409931.1", "90071992547409931.2", "123456789012345678901234567890"),
  boolean: fc.boolean(),
  date: fc.constantFrom("0001-01-01", "1999-12-31", "2024-02-29", "2026-01-31", "9999-12-31"),
  datetime: fc.constantFrom(...MOMENTS),
  select: fc.constantFrom(...OPTIONS),
  multiselect: fc.subarray(OPTIONS),
  reference: anyRecordId(),
  json: fc.constantFrom<JsonValue>(0, "x", false, [], {}, [1, null, { b: "😀" }], { a: 0.1, b: ["\uFFFF"] }),
};

/** Values of another type, or of none. */
export const WRONG: Record<FieldType, JsonValue[]> = {
  text: [5, true, ["a"], { a: 1 }],
  email: [5, ["a@b.test"]],
  url: [5, {}],
  integer: ["5", 1.5, 2 ** 53, true],
  number: ["1.5", false, [1]],
  decimal: [12.5, "twelve", "1e5", "", " 1", "1.", ".5", "+1", "01"],
  boolean: ["true", 1, 0],
  date: ["2023-02-29", "2024-2-9", "2024-02-09T00:00:00Z", "0000-01-01", 20240209],
  datetime: ["2024-01-31", "2024-01-31T10:00:00", "2024-13-01T10:00:00Z", "2024-01-31T25:00:00Z", 5],
  select: [5, true],
  multiselect: ["lead", [5], [null]],
  reference: [5, {}],
  json: [],
};

/** A value to write: mostly one that the field accepts, sometimes null, sometimes one that it refuses. */
export function anyGiven(field: FieldFile): fc.Arbitrary<JsonValue> {
  const accepted = anyAccepted(field);
  const wrong = [...WRONG[field.type], ...OUT_OF_FORM[field.type]].filter(
    (value) => acceptedValue(field, value) === undefined,
  );
  return fc.oneof(
    { weight: 12, arbitrary: accepted },
    { weight: field.required ? 1 : 3, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: wrong.length === 0 ? accepted : fc.constantFrom(...wrong) },
  );
}

export function anyAccepted(field: FieldFile): fc.Arbitrary<JsonValue> {
  const values = field.type === "reference" ? anyRecordId(field.entity) : VALUES[field.type];
  return values.filter((value) => acceptedValue(field, value) !== undefined);
}

/** Of the right type, and still not acceptable where the field is strict. */
const OUT_OF_FORM: Record<FieldType, JsonValue[]> = {
  text: ["aaaaaaaa", "  "],
  email: ["nobody", "a@b@c.test", "a b@c.test"],
  url: ["not a url", "/path", "ftp://a.test/"],
  integer: [9007199254740991, -9007199254740991],
  number: [1e300, -1e300],
  decimal: ["99999999999999999999", "-99999999999999999999"],
  boolean: [],
  date: [],
  datetime: [],
  select: ["none of them", ""],
  multiselect: [["none of them"], ["lead", "lead"], ["Won", "lost", "Won"]],
  reference: [],
  json: [],
};
