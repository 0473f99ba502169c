/** Imports that update what is there: every value one record, every change as the API would have it, run after run. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import type { Author } from "@/lib/records/import/author";
import { openImports, placesOf } from "./imports";

const FILE = {
  organization: { key: "acme", name: "Acme" },
  entities: [
    {
      key: "parts",
      labelField: "name",
      uniqueLabel: true,
      fields: [
        { key: "name", type: "text", required: true },
        { key: "serial", type: "integer", unique: true },
        { key: "code", type: "text", unique: true, readOnly: true },
        { key: "price", type: "decimal", unique: true },
        { key: "size", type: "integer", default: 1 },
        { key: "owner", type: "email" },
        { key: "stage", type: "select", options: ["open", "shut", "gone"], default: "open" },
        { key: "cost", type: "number", writeVerb: "money" },
        { key: "place", type: "reference", entity: "places" },
      ],
      lifecycle: {
        field: "stage",
        initial: ["open"],
        states: { shut: { locked: true } },
        transitions: [
          { from: "open", to: "shut" },
          { from: "open", to: "gone", verb: "remove" },
        ],
      },
    },
    {
      key: "places",
      labelField: "name",
      parentField: "within",
      fields: [
        { key: "name", type: "text" },
        { key: "code", type: "text", unique: true },
        { key: "within", type: "reference", entity: "places" },
      ],
    },
  ],
  roles: [
    {
      key: "keeper",
      name: "Keeper",
      grants: [
        { entity: "parts", verbs: ["create", "list"] },
        { entity: "parts", verbs: ["update"], where: ["owner", "eq", "$member.email"] },
        { entity: "places", verbs: ["list"], where: ["name", "neq", "hidden"] },
      ],
    },
  ],
  members: [{ email: "kim@acme.test", name: "Kim", roles: ["keeper"] }],
};

const { memberAs, rowsOf, run } = openImports(FILE);

type Options = { author?: Author; entity?: string; match?: string };

async function sync(records: JsonObject[], { author, entity = "parts", match = "code" }: Options = {}) {
  const { counted, refusals } = await run(entity, records, { match, ...(author && { author }) });
  const { created, updated, present, refused, read } = counted;
  expect(read).toBe(records.length);
  return { counted: [created, updated, present, refused], refusals };
}

const NOTHING = { refusals: [] };

type Stored = { id: string; version: string; data: JsonObject; created: Date; updated: Date; label_key: string };

const stored = async () => new Map((await rowsOf<Stored>("parts")).map((row) => [row.data.code, row]));

describe("a file", () => {
  it("adds what is missing, updates what differs, and leaves alone what is the same", async () => {
    expect(
      await sync([
        { code: "a", name: "A" },
        { code: "b", name: "B", size: 5 },
      ]),
    ).toEqual({ counted: [2, 0, 0, 0], ...NOTHING });
    const before = await stored();
    const file = [
      { code: "a", name: "A" },
      { code: "b", name: "B changed" },
      { code: "c", name: "C" },
    ];
    expect(await sync(file)).toEqual({ counted: [1, 1, 1, 0], ...NOTHING });
    const after = await stored();
    expect(after.get("a")).toEqual(before.get("a"));
    expect(after.get("b")).toMatchObject({
      id: before.get("b")?.id,
      created: before.get("b")?.created,
      label_key: "b changed",
    });
    expect(after.get("b")?.version).not.toBe(before.get("b")?.version);
    expect(Number(after.get("b")?.updated)).toBeGreaterThan(Number(before.get("b")?.updated));
    // What the line does not give stays; what a new record does not give is its default.
    expect([after.get("b")?.data.size, after.get("c")?.data.size]).toEqual([5, 1]);
    expect(await sync(file)).toEqual({ counted: [0, 0, 3, 0], ...NOTHING });
    expect(await stored()).toEqual(after);
  });

  it("finds a label that is unique by uniqueLabel in any spelling, and leaves its own", async () => {
    await sync([{ name: "Café" }], { match: "name" });
    const spelt = ` ${"CAFÉ".normalize("NFD")} `;
    expect((await sync([{ name: spelt, size: 5 }], { match: "name" })).counted).toEqual([0, 1, 0, 0]);
    expect((await stored()).get(null)?.data).toMatchObject({ name: "Café", size: 5 });
    const { counted, refusals } = await sync([{ name: "New" }, { name: "NEW" }, { name: " " }], { match: "name" });
    expect(counted).toEqual([1, 0, 0, 2]);
    expect(placesOf(refusals)).toEqual(["2 name", "3 name"]);
  });

  it("of many batches is the same in the second run", async () => {
    const file = Array.from({ length: 2_500 }, (_, index) => ({ serial: index, name: `name ${index}` }));
    expect((await sync(file, { match: "serial" })).counted).toEqual([2_500, 0, 0, 0]);
    const changed = file.map((record, index) => (index % 2 === 0 ? { ...record, size: 7 } : record));
    expect((await sync(changed, { match: "serial" })).counted).toEqual([0, 1_250, 1_250, 0]);
    expect((await sync(changed, { match: "serial" })).counted).toEqual([0, 0, 2_500, 0]);
  });

  it("names records by its ids where they are added, and finds them by their value afterwards", async () => {
    await sync([{ id: "x", code: "a", name: "A" }]);
    const { id } = (await stored()).get("a") ?? {};
    expect((await sync([{ id: "y", code: "a", name: "A2" }])).counted).toEqual([0, 1, 0, 0]);
    expect((await stored()).get("a")).toMatchObject({ id, data: { name: "A2" } });
    expect((await sync([{ id: "x", code: "b", name: "B" }])).refusals).toEqual([
      { line: 1, field: "id", message: "is that of a record with another code" },
    ]);
  });
});

describe("a line is refused by its number", () => {
  it("if an earlier one has its value, whatever its outcome", async () => {
    const { counted, refusals } = await sync([
      { code: "a", name: "A" },
      { code: "b", name: "B", size: "five" },
      { code: "a", name: "A2" },
      { code: "b", name: "B2" },
    ]);
    expect(counted).toEqual([1, 0, 0, 3]);
    expect(refusals.slice(1)).toEqual([
      { line: 3, field: "code", message: "line 1 already has this value" },
      { line: 4, field: "code", message: "line 2 already has this value" },
    ]);
  });

  it("if two lines spell one number", async () => {
    const file = ["10", "10.0", "-0", "0.00"].map((price, index) => ({ price, name: `n${index}` }));
    expect((await sync(file, { match: "price" })).refusals.map(({ line }) => line)).toEqual([2, 4]);
  });

  it("if it has no value to match by, or one of another type", async () => {
    const file = [{ name: "A" }, { name: "B", code: null }, { name: "C", code: 5 }];
    expect((await sync(file)).refusals).toEqual([
      { line: 1, field: "code", message: "is empty, so no record can match it" },
      { line: 2, field: "code", message: "is empty, so no record can match it" },
      { line: 3, field: "code", message: "must be a string, not a number: send it in quotes" },
    ]);
  });
});

describe("labels and parents", () => {
  it("a label that one line releases can go to another one, even an earlier one", async () => {
    await sync([{ code: "a", name: "Old" }]);
    const { counted } = await sync([
      { code: "b", name: "Old" },
      { code: "a", name: "New" },
    ]);
    expect(counted).toEqual([1, 1, 0, 0]);
  });

  it("a line can refer to one that is added, even by a later line", async () => {
    const options = { entity: "places", match: "code" };
    await sync([{ id: "1", code: "1", name: "1" }], options);
    const file: JsonObject[] = [
      { code: "1", within: "2" },
      { id: "2", code: "2", name: "2" },
    ];
    expect(await sync(file, options)).toEqual({ counted: [1, 1, 0, 0], ...NOTHING });
  });
});

it("as a member, an import is limited to what the member can change, line by line", async () => {
  const mine = { owner: "kim@acme.test" };
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  await sync(
    names.map((code) => ({ code, name: code, ...(code === "b" ? {} : mine), stage: code === "d" ? "shut" : "open" })),
  );
  const { counted, refusals } = await sync(
    [
      { code: "a", size: 2 },
      { code: "b", size: 2 },
      { code: "c", owner: "eve@acme.test" },
      { code: "d", size: 2 },
      { code: "e", stage: "gone" },
      { code: "f", cost: 5 },
      { code: "g", stage: "shut" },
      { code: "h", created: "2020-01-01T00:00:00Z" },
      { code: "i", name: "I", ...mine },
    ],
    { author: await memberAs("kim@acme.test", "parts") },
  );
  expect(counted).toEqual([0, 2, 0, 7]);
  expect(refusals.map(({ line, field }) => [line, field]).sort()).toEqual([
    [2, null],
    [3, null],
    [4, "stage"],
    [5, "stage"],
    [6, "cost"],
    [8, "created"],
    // It cannot write what the record would be found by.
    [9, "code"],
  ]);
});
