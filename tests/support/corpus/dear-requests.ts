/**
 * Requests of up to a megabyte that cost as much as a caller can make them cost: each takes one thing to its limit. For the
 * entity `samples` of the tests' organization, which has a field of every type.
 */
import { MAX_BATCH_BYTES, MAX_BODY_MEMBERS, MAX_BODY_VALUES, MAX_OPERATIONS } from "@/lib/limits";

export type DearRequest = { name: string; method: "GET" | "POST" | "PATCH"; path: string; body: string };

const BYTES = 1024 * 1024;
const SAMPLES = "/entities/samples/records";

/** As many as fit, with commas between them: into the megabyte, and into the numbers of values and keys that a body may have. */
function list(item: string | ((index: number) => string), bytes = BYTES - 100): string {
  const items: string[] = [];
  for (let size = 0, values = 0, keys = 0, index = 0; ; index += 1) {
    const next = typeof item === "string" ? item : item(index);
    size += Buffer.byteLength(next) + 1;
    values += 1 + count(next, /[,[{]/g);
    keys += count(next, /[:{]/g);
    if (size > bytes || values > MAX_BODY_VALUES - 100 || keys > MAX_BODY_MEMBERS - 100) return items.join(",");
    items.push(next);
  }
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

/** Likewise, bounded only by the megabyte. */
function tooMany(item: string): string {
  return Array(Math.floor((BYTES - 100) / (item.length + 1)))
    .fill(item)
    .join(",");
}

const text = (letters: string) => `"${letters.repeat(Math.floor((BYTES - 100) / Buffer.byteLength(letters)))}"`;
const nested = (open: string, inside: string, close: string) => open.repeat(28) + inside + close.repeat(28);

/** The data of each of 500 operations, which fill four megabytes, or the numbers of keys and values, together. */
const SHARE = Math.floor((MAX_BATCH_BYTES - 50_000) / MAX_OPERATIONS);
const BATCHES: [name: string, data: (index: number) => string][] = [
  ["long texts", () => `"name":"x","text":"${"word ".repeat(SHARE / 5 - 10)}"`],
  ["letters that fold long", () => `"name":"x","text":"${"\u0130".repeat(SHARE / 2 - 40)}"`],
  ["escapes", () => `"name":"x","text":"${"\\u0041".repeat(SHARE / 6 - 20)}"`],
  [
    "many keys",
    (index) => `"name":"${index}","json":{${Array.from({ length: 70 }, (_, key) => `"k${key}":1`).join()}}`,
  ],
  ["many values", () => `"name":"x","json":[${Array(190).fill("5e-324").join()}]`],
  ["values that are wrong", () => `"name":5,"nothing":1,"integer":"x","date":"soon","email":"no","level":99`],
  ["unknown keys", () => Array.from({ length: 70 }, (_, key) => `"unknown${key}":1`).join()],
];

/** A sequence that is the same in every run, for spellings that no memory of the last one could serve. */
function drawn(index: number): number {
  return (Math.imul(index + 1, 2_654_435_761) >>> 0) / 2 ** 32;
}

/** Lists of them are expensive. */
const ITEMS: [name: string, item: string | ((index: number) => string)][] = [
  ["the smallest double", "5e-324"],
  ["1e21", "1e21"],
  ["1e-7", "1e-7"],
  ["1.5e3", "1.5e3"],
  ["-0", "-0"],
  ["-0.0e9", "-0.0e9"],
  ["17 digits", "0.30000000000000004"],
  ["every digit of a double", (index) => String(drawn(index))],
  ["exponents", (index) => `${1 + (index % 9)}.${index % 1000}e${(index % 40) - 20}`],
  ["ones", "1"],
  ["nulls", "null"],
  ["empty texts", '""'],
  ["short texts", (index) => `"${index}"`],
  ["escapes", '"\\u0041"'],
  ["lists", "[]"],
  ["objects", "{}"],
  ["objects of one key", '{"a":1}'],
  ["objects of a key of their own", (index) => `{"k${index.toString(36)}":1}`],
  ["points", (index) => `[${index % 180},${index % 90}.5]`],
  ["deep lists", nested("[", "", "]")],
  ["deep objects", nested('{"a":', "1", "}")],
];

const KEYS: [name: string, member: (index: number) => string][] = [
  ["keys", (index) => `"k${index.toString(36)}":1`],
  ["numbers as keys", (index) => `"${index * 7}":1`],
  ["large numbers as keys", (index) => `"${4_294_967_000 - index * 3}":1`],
  ["one key", () => '"a":1'],
  ["escaped keys", (index) => `"\\u0041${index}":1`],
];

const LETTERS: [name: string, letters: string][] = [
  ["ASCII", "a"],
  ["blanks", " "],
  ["two bytes", "é"],
  ["three bytes", "漢"],
  ["four bytes", "😀"],
  ["capitals", "É"],
  ["sigmas", "Σ"],
  ["dotted capitals", "İ"],
  ["composed letters", "e\u0301"],
  ["marks", "\u0301"],
  ["marks of two kinds", "\u0301\u0316"],
  ["jamo", "\u1100\u1161\u11a8"],
  ["escapes", "\\u00e9"],
  ["escaped pairs", "\\ud83d\\ude00"],
  ["line ends", "\\n"],
  ["quotes", '\\"'],
  ["at signs", "a@"],
  ["points", "a."],
];

const WHERE: [name: string, where: string][] = [
  ...ITEMS.map(([name, item]): [string, string] => [`${name} in one list`, `["number","in",[${list(item)}]]`]),
  ["the largest filter of numbers", conditions("number", (index) => String(drawn(index)))],
  ["the largest filter of texts", conditions("text", (index) => `"text ${index}"`)],
  ["the largest filter of integers", conditions("integer", (index) => String(index))],
  [
    "the largest filter of moments",
    conditions("datetime", (index) => `"2026-01-31T12:00:00.${String(index % 1000).padStart(3, "0")}Z"`, 320),
  ],
  ["the largest filter of days", conditions("date", (index) => `"20${10 + (index % 90)}-01-31"`)],
  ["the largest filter of decimals", conditions("decimal", (index) => `"${index}.50"`)],
  [
    "the largest filter of ids",
    conditions("id", (index) => `"00000000-0000-7000-8000-${String(index).padStart(12, "0")}"`, 250),
  ],
  ["a long text", `["text","eq",${text("é")}]`],
  ["a long part of a text", `["text","contains",${text("\u0250")}]`],
  [
    "parts of texts",
    `{"and":[${Array(100)
      .fill(`["text","contains","${"\u0250".repeat(1000)}"]`)
      .join(",")}]}`,
  ],
  ["many conditions", `{"and":[${list('["name","eq","x"]')}]}`],
  ["many filters in one another", `{"and":[${list('{"not":{"or":[["name","eq","x"]]}}')}]}`],
  ["many keys", `{${list((index) => `"k${index}":1`)}}`],
];

function conditions(field: string, value: (index: number) => string, values = 500): string {
  const one = (at: number) =>
    `["${field}","in",[${Array.from({ length: values }, (_, index) => value(at * values + index)).join(",")}]]`;
  return `{"or":[${Array.from({ length: 100 }, (_, at) => one(at)).join(",")}]}`;
}

const QUERIES: [name: string, members: string][] = [
  ...WHERE.map(([name, where]): [string, string] => [`where: ${name}`, `"where":${where}`]),
  ["fields that are unknown", `"fields":[${list((index) => `"f${index}"`)}]`],
  ["one field again and again", `"fields":[${list('"name"')}]`],
  ["references to expand", `"expand":[${list((index) => `"f${index}"`)}]`],
  ["one reference again and again", `"expand":[${list('"reference"')}]`],
  ["fields behind references", `"where":{"or":[${Array(100).fill('["reference.nowhere","eq","x"]').join()}]}`],
  ["sort", `"sort":[${list('{"field":"name","direction":"asc"}')}]`],
  ["a cursor", `"cursor":${text("A")}`],
  ["a search of blanks", `"search":${text(" ")}`],
  ["a search of letters", `"search":${text("😀")}`],
  ["a limit of digits", `"limit":${"1".repeat(BYTES - 100)}`],
  ["many members", list((index) => `"m${index}":1`)],
];

const AGGREGATES: [name: string, members: string][] = [
  ["groups", `"measures":{"n":["count"]},"groupBy":[${list('"name"')}]`],
  ["measures", `"measures":{${list((index) => `"m${index}":["sum","integer"]`)}}`],
  ["one measure of many fields", `"measures":{"n":[${list('"sum"')}]}`],
  ["a long name", `"measures":{${text("n")}:["count"]}`],
  [
    "where: conditions behind a reference",
    `"measures":{"n":["count"]},"where":{"and":[${list('["reference.name","eq","x"]')}]}`,
  ],
];

const VALUES: [name: string, json: string][] = [
  ...ITEMS.map(([name, item]): [string, string] => [`a list of ${name}`, `[${list(item)}]`]),
  ...KEYS.map(([name, member]): [string, string] => [`an object of ${name}`, `{${list(member)}}`]),
  ...LETTERS.map(([name, letters]): [string, string] => [`a text of ${name}`, text(letters)]),
  ["a number of zeros", `0.1${"0".repeat(BYTES - 100)}`],
  ["a number of digits", "9".repeat(BYTES - 100)],
  ["a deep list in a deep list", nested("[", list("[1]"), "]")],
];

const DATA: [name: string, members: string][] = [
  ...VALUES.map(([name, json]): [string, string] => [`json: ${name}`, `"name":"x","json":${json}`]),
  ...LETTERS.flatMap(([name, letters]): [string, string][] => [
    [`text: ${name}`, `"name":"x","text":${text(letters)}`],
    [`a label: ${name}`, `"name":${text(letters)}`],
    [`an address: ${name}`, `"name":"x","email":${text(letters)},"url":"http://a"`],
  ]),
  ["an URL", `"name":"x","url":"http://${"a".repeat(BYTES - 100)}"`],
  ["a decimal", `"name":"x","decimal":"${"1".repeat(BYTES - 100)}"`],
  ["a moment", `"name":"x","datetime":"${"1".repeat(BYTES - 100)}"`],
  ["options", `"name":"x","multiselect":[${list('"red"')}]`],
  ["numbers as options", `"name":"x","multiselect":[${list("1")}]`],
  ["unknown fields", list((index) => `"u${index}":1`)],
  ["10,000 unknown fields", Array.from({ length: 9_990 }, (_, index) => `"u${index}":1`).join(",")],
];

const TOO_MANY: [name: string, body: string][] = ["1", "5e-324", "-0", "[]", "{}", '{"a":1}', '""'].map((item) => [
  `more than may be: ${item}`,
  `{"data":{"name":"x","json":[${tooMany(item)}]}}`,
]);

const BROKEN: [name: string, body: string][] = ITEMS.map(([name, item]): [string, string] => [
  `broken at its end: ${name}`,
  `{"data":{"name":"x","json":[${list(item, BYTES - 200)}}}`,
]);

/** A POST for each of the parts. */
const posts = <Part>(what: string, path: string, parts: [name: string, part: Part][], body: (part: Part) => string) =>
  parts.map(([name, part]) => ({ name: `${what}, ${name}`, method: "POST" as const, path, body: body(part) }));

const inBraces = (members: string) => `{${members}}`;
const creates = (data: (index: number) => string) =>
  Array.from({ length: MAX_OPERATIONS }, (_, index) => `{"op":"create","data":{${data(index)}}}`).join();

/** `recordPath`: of a sample that may be changed. */
export function dearRequests(recordPath: string): DearRequest[] {
  return [
    ...posts("query", `${SAMPLES}/query`, QUERIES, inBraces),
    ...posts("aggregate", `${SAMPLES}/aggregate`, AGGREGATES, inBraces),
    ...posts("batch", `${SAMPLES}/batch`, BATCHES, (data) => `{"atomic":false,"operations":[${creates(data)}]}`),
    ...posts("create", SAMPLES, DATA, (members) => `{"data":{${members}}}`),
    ...VALUES.slice(0, ITEMS.length + KEYS.length).map(([name, json]) => ({
      name: `update, json: ${name}`,
      method: "PATCH" as const,
      path: recordPath,
      body: `{"data":{"json":${json}}}`,
    })),
    ...[...TOO_MANY, ...BROKEN].map(([name, body]) => ({ name, method: "POST" as const, path: SAMPLES, body })),
    { name: "many parameters", method: "GET", path: `${SAMPLES}?${"a&".repeat(7_500)}`, body: "" },
    { name: "many fields of a list", method: "GET", path: `${SAMPLES}?fields=${"name,".repeat(3_000)}name`, body: "" },
    { name: "a sort of a list", method: "GET", path: `${SAMPLES}?sort=${"name:asc,".repeat(1_600)}name:asc`, body: "" },
    { name: "a search of a list", method: "GET", path: `${SAMPLES}?search=${"%20a".repeat(3_500)}`, body: "" },
  ];
}
