/** Unique fields come and go with the configuration; what is there already refuses them, by name. */
import { describe, expect, it } from "vitest";
import { exportConfiguration } from "@/lib/configuration/export";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import type { JsonValue } from "@/lib/model";
import { applied, apply, entity, field, refusal, versionOf, without } from "./applied";
import { indexesOf, insertRecord, openTestDatabase } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

const CODE: FieldDocument = { key: "code", type: "text", unique: true };

const setUnique = (file: ExampleFile, unique: boolean) => Object.assign(field(file, "accounts", "code"), { unique });

async function appliedWith(code: FieldDocument) {
  return applied((file) => entity(file, "accounts").fields.push(code));
}

const account = (code: JsonValue) => ({ name: "A", parent: null, note: null, code });
const uniqueIndexes = async (id: string | undefined) =>
  (await indexesOf(id)).filter((index) => index.startsWith("UNIQUE") && !index.includes("entity_id"));

describe("a unique field", () => {
  it("has a unique index, of text by its hash, of numbers by their value", async () => {
    const { id } = await applied((file) =>
      entity(file, "accounts").fields.push(
        CODE,
        { key: "mail", type: "email", unique: true },
        { key: "number", type: "integer", unique: true },
        { key: "price", type: "decimal", unique: true },
      ),
    );
    const hash = (key: string) =>
      `UNIQUE btree (sha256(decode(replace((data ->> '${key}'::text), '\\'::text, '\\\\'::text), 'escape'::text)))`;
    expect(await uniqueIndexes(await id("accounts"))).toEqual([
      "UNIQUE btree ((((data ->> 'number'::text))::double precision))",
      "UNIQUE btree ((((data ->> 'price'::text))::numeric))",
      hash("code"),
      hash("mail"),
    ]);
  });

  it("loses its index when it is removed or no longer unique", async () => {
    const { file, id } = await appliedWith(CODE);
    const accounts = await id("accounts");
    await insertRecord(accounts, account("x"));
    setUnique(file, false);
    await apply(file);
    expect(await uniqueIndexes(accounts)).toEqual([]);
    setUnique(file, true);
    await apply(file);
    expect(await uniqueIndexes(accounts)).toHaveLength(1);
    without(file, "accounts", "code");
    await apply(file, "prune");
    expect(await uniqueIndexes(accounts)).toEqual([]);
  });
});

describe("a field that is to be unique over records that are there", () => {
  it.each<[type: "text" | "integer" | "decimal", values: JsonValue[]]>([
    ["text", ["a", "A", "a ", "", " ", "\u00e9", "e\u0301", "\\x61", "x".repeat(1_000_000), `${"x".repeat(999_999)}y`]],
    ["integer", [0, -1, 1, 9007199254740991, 9007199254740990]],
    ["decimal", ["0", "0.1", "-0.1", "90071992547409931.00001", "90071992547409931.00002"]],
  ])("is enforced from then on if the values of type %s differ, except empty ones", async (type, values) => {
    const { file, id } = await appliedWith({ key: "code", type });
    const accounts = await id("accounts");
    for (const value of [...values, null, null]) await insertRecord(accounts, account(value));
    setUnique(file, true);
    expect(await refusal(apply(file))).toBe("applied");
    await insertRecord(accounts, account(null));
    for (const value of values)
      expect(await refusal(insertRecord(accounts, account(value)))).toMatch(/duplicate key value/);
  });

  it("is refused while two share a value, which is named with its records, and nothing is changed", async () => {
    const { file, key, id } = await appliedWith({ key: "code", type: "text" });
    const accounts = await id("accounts");
    const ids = [];
    for (const code of ["NL", "BE", "NL", null, null, "DE"]) ids.push(await insertRecord(accounts, account(code)));
    setUnique(file, true);
    file.members = [{ email: "new@acme.test", name: "New", roles: [] }];
    const records = [ids[0], ids[2]].sort().join(", ");
    expect(await refusal(apply(file))).toBe(
      `entities[0].fields[3].unique: cannot be set: 1 value is in more than one record of "code": "NL" (${records})`,
    );
    expect(await versionOf(key)).toBe(1);
    expect(await uniqueIndexes(accounts)).toEqual([]);
    expect((await exportConfiguration(key))?.members?.map(({ email }) => email)).toEqual(["ada@acme.test"]);
  });

  it("is refused with a few of many values and records, and long ones cut", async () => {
    const { file, id } = await appliedWith({ key: "code", type: "text" });
    for (const code of ["a", "b", "c", "d", "x".repeat(5_000)])
      for (let time = 0; time < 5; time += 1) await insertRecord(await id("accounts"), account(code));
    setUnique(file, true);
    const message = await refusal(apply(file));
    expect(message).toMatch(/cannot be set: 5 values are in more than one record of "code": "a" \(/);
    expect(message).toMatch(/\) and others$/);
    expect(message.match(/[0-9a-f-]{36}/g)).toHaveLength(9);
  });
});
