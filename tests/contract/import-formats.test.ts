/** What every format of an import file must keep, whichever reader serves it: the same records, told apart by line. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { compileEntity } from "@/lib/configuration/compile";
import type { JsonObject, JsonValue } from "@/lib/model";
import type { SourceLine } from "@/lib/records/import/read/piece";
import { findReader } from "@/lib/records/import/read/read-file";

const ENTITY = compileEntity(
  {
    key: "samples",
    labelField: "name",
    fields: [
      { key: "name", type: "text", required: true },
      { key: "count", type: "integer" },
      { key: "ratio", type: "number" },
      { key: "price", type: "decimal" },
      { key: "done", type: "boolean" },
      { key: "day", type: "date" },
      { key: "state", type: "select", options: ["open", "closed"] },
      { key: "tags", type: "multiselect", options: ["red", "green"] },
      { key: "extra", type: "json" },
    ],
  },
  "0192d3a0-0000-7000-8000-000000000001",
);

const KEYS = ["id", ...ENTITY.fields.keys()];

/** How each format writes records, one per line where that is possible; the first stands on line `firstLine`. */
const FORMATS = [
  {
    ending: ".ndjson",
    firstLine: 1,
    write: (records: JsonObject[]) => records.map((r) => JSON.stringify(r)).join("\n"),
  },
  {
    ending: ".json",
    firstLine: 2,
    write: (records: JsonObject[]) => `[\n${records.map((r) => JSON.stringify(r)).join(",\n")}\n]`,
  },
  {
    ending: ".csv",
    firstLine: 2,
    write: (records: JsonObject[]) =>
      [KEYS, ...records.map((record) => KEYS.map((key) => toCell(record[key] ?? null)))]
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
        .join("\n"),
  },
];

const FULL: JsonObject = {
  id: "NL",
  name: 'Ünïcode 𝟙, "quoted" and, separated',
  count: -9007199254740991,
  ratio: 0.1,
  price: "12.50",
  done: false,
  day: "2026-01-31",
  state: "open",
  tags: ["red", "green"],
  extra: { nested: [1, null, "x"] },
};
const PLAIN: JsonObject = {
  id: "2",
  name: "Plain",
  count: null,
  ratio: null,
  price: null,
  done: null,
  day: null,
  state: null,
  tags: null,
  extra: null,
};

describe.each(FORMATS)("$ending", ({ ending, firstLine, write }) => {
  const readAll = (bytes: Buffer, chunkSize = 64 * 1024) => read(`file${ending}`, bytes, chunkSize);
  const readText = (text: string) => readAll(Buffer.from(text));

  it.each([1, 2, 3, 7, 65_536])("reads values of every type, in chunks of %i bytes", async (chunkSize) => {
    expect(await readAll(Buffer.from(write([FULL, PLAIN])), chunkSize)).toEqual([
      { line: firstLine, record: FULL },
      { line: firstLine + 1, record: PLAIN },
    ]);
  });

  it("skips a byte order mark", async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(write([PLAIN]))]);
    expect(await readAll(marked)).toEqual([{ line: firstLine, record: PLAIN }]);
  });

  it("counts the line breaks of Windows and blank lines", async () => {
    const text = `${write([PLAIN, FULL]).replaceAll("\n", "\r\n\r\n")}\r\n\r\n`;
    const lines = await readText(text);
    expect(lines.map(({ line }) => line)).toEqual([2 * firstLine - 1, 2 * firstLine + 1]);
    expect(lines.every((line) => "record" in line)).toBe(true);
  });

  it("refuses the one record whose text is not UTF-8", async () => {
    const [before = "", after = ""] = write([PLAIN, { ...PLAIN, name: "~" }, FULL]).split("~");
    const lines = await readAll(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]));
    expect(lines[0]).toEqual({ line: firstLine, record: PLAIN });
    expect(lines[1]).toEqual({ line: firstLine + 1, refusal: expect.stringContaining("is not valid UTF-8.") });
    expect(lines[2]).toEqual({ line: firstLine + 2, record: FULL });
  });

  it("refuses a number that would be stored as another one", async () => {
    const [first] = await readText(write([{ ...PLAIN, extra: ["~"] }]).replace(/"{1,2}~"{1,2}/, "9007199254740993"));
    expect(first).toEqual({
      line: firstLine,
      refusal: expect.stringContaining("has a number with more digits than can be stored exactly."),
    });
  });

  it("refuses characters that the database cannot hold", async () => {
    const [first, second] = await readText(write([{ ...PLAIN, extra: ["\0"] }, PLAIN]));
    expect(first).toEqual({ line: firstLine, refusal: expect.stringContaining("NUL") });
    expect(second).toEqual({ line: firstLine + 1, record: PLAIN });
  });

  it("refuses a record larger than a body of the API can be", async () => {
    const lines = await readText(write([PLAIN, { ...PLAIN, name: "x".repeat(1024 * 1024 + 1) }]));
    expect(lines[0]).toEqual({ line: firstLine, record: PLAIN });
    expect(lines[1]).toEqual({ line: firstLine + 1, refusal: expect.stringContaining("1048576 bytes") });
  });
});

describe("a broken record", () => {
  it.each([".ndjson", ".json"])("affects only itself: %s", async (ending) => {
    const records = ['{"name":"a"}', '{"name":', "[1]", '{"name":"b"}'];
    const text = ending === ".json" ? `[${records.slice(0, 1)},\n{"name"},\n[1],\n{"name":"b"}]` : records.join("\n");
    expect(await read(`x${ending}`, Buffer.from(text))).toEqual([
      { line: 1, record: { name: "a" } },
      { line: 2, refusal: "the record is not valid JSON." },
      { line: 3, refusal: "the record is not a JSON object." },
      { line: 4, record: { name: "b" } },
    ]);
  });

  it("affects only itself in CSV, if it has too many or too few cells", async () => {
    expect(await read("x.csv", Buffer.from("id,name\n1,a,b\n2\n3,c\n"))).toEqual([
      { line: 2, refusal: "the record has 3 cells, and the header 2." },
      { line: 3, refusal: "the record has 1 cells, and the header 2." },
      { line: 4, record: { id: "3", name: "c" } },
    ]);
  });
});

it.each([
  ["x.json", '{"name":"a"}', 1, "A .json file holds one array of records."],
  ["x.json", "", 1, "A .json file holds one array of records."],
  ["x.json", '[\n{"name":"a"}', 2, "The file ends inside the array"],
  ["x.json", '[\n{"name":"a"}\n]\n[]', 4, "There is text after the end of the array."],
  ["x.csv", "", 1, "The file is empty."],
  ["x.csv", "id,name,nmae\n", 1, 'The column "nmae" is not a field of samples.'],
  ["x.csv", "id,name,__proto__\n", 1, 'The column "__proto__" is not a field of samples.'],
  ["x.csv", "id,name,name\n", 1, 'The column "name" appears twice.'],
  ["x.csv", 'id,name\n1,"a"b\n', 2, "After a closing quote there is more text in the cell."],
  ["x.csv", 'id,name\n1,a"b\n', 2, "A quote stands inside a cell that does not begin with one."],
  ["x.csv", 'id,name\n0,b\n1,"a\nb\nc', 3, "The record that begins here opens a quote and never closes it."],
])("a file that cannot be read to its end says where and why: %s %j", async (name, text, line, reason) => {
  const last = (await read(name, Buffer.from(text))).at(-1);
  expect(last).toEqual({ line, refusal: expect.stringContaining(reason) });
});

it("keeps a quoted cell over several lines together, and names the line it begins on", async () => {
  expect(await read("x.csv", Buffer.from('name,id\n"a\nb\n",1\nc,2\n'))).toEqual([
    { line: 2, record: { name: "a\nb\n", id: "1" } },
    { line: 5, record: { name: "c", id: "2" } },
  ]);
});

it("takes multiselects of CSV with bars or as JSON, and leaves what does not fit for the validation", async () => {
  const text = 'name,tags,count,done\na,red|green,1e2,TRUE\nb,"[""red""]",007,yes\n';
  expect(await read("x.csv", Buffer.from(text))).toEqual([
    { line: 2, record: { name: "a", tags: ["red", "green"], count: 100, done: true } },
    { line: 3, record: { name: "b", tags: ["red"], count: "007", done: "yes" } },
  ]);
});

it("treats __proto__ as any other unknown key", async () => {
  const [line] = await read("x.ndjson", Buffer.from('{"__proto__":{"a":1}}'));
  expect(line && "record" in line && Object.keys(line.record)).toEqual(["__proto__"]);
});

it("reports two commas with nothing between, and one after the last record", async () => {
  expect(await read("x.json", Buffer.from('[{"name":"a"},,\n]'))).toEqual([
    { line: 1, record: { name: "a" } },
    { line: 1, refusal: "the record is not valid JSON." },
    { line: 2, refusal: "the record is not valid JSON." },
  ]);
});

async function read(fileName: string, bytes: Buffer, chunkSize = 64 * 1024): Promise<SourceLine[]> {
  const reader = findReader(fileName);
  if (reader === null) throw new Error(`No reader for ${fileName}`);
  return Readable.from(reader(chunks(bytes, chunkSize), ENTITY)).toArray();
}

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function toCell(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
