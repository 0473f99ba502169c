/** Types from discovery: what is written, that it compiles or not as it should, and what it costs to check. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { declarationsOf } from "@/packages/client/src/command-line/declarations";
import { namesOf } from "@/packages/client/src/command-line/names";
import { IS_LONG } from "../../support/long";
import { temporaryFolder } from "../../support/temporary-folder";
import { compile, typeErrorsIn } from "../../support/type-check";
import { entity, field, manyEntities, options, SALES } from "./described";

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the declarations", () => {
  it("are written exactly as in records.d.ts", { timeout: 60_000 }, () => {
    const text = declarationsOf(SALES);
    expect(text).toBe(readFileSync("tests/unit/client/records.d.ts", "utf8"));
    expect(faultsIn(text)).toEqual([]);
  });

  it("accept what can be requested, and nothing else", { timeout: 60_000 }, () => {
    expect(typeErrorsIn(compile(path.resolve("tests/unit/client/usage.ts")))).toEqual([]);
  });

  it("are valid for whatever keys, labels, options and later types there are", { timeout: 60_000 }, () => {
    const nasty = [
      entity("cities", "*/ City", [
        field("class", "text", { label: "*/ export const x = 1; /*", description: "`$x` \u2028 \\ \n */" }),
        field("constructor", "select", { options: options('"', "\\", "\u2028", "'`$x", "é\n") }),
        field("none", "select"),
        field("later", "text", { type: "money", operators: ["eq", "near"] }),
      ]),
      entity("city", "City", []),
      entity("City", "City", [field("name", "text", { readOnly: true } as object)]),
      entity("a-b", "A", []),
      entity("a_b", "A", []),
      entity("records", "Record", [field("record", "text")]),
    ];
    expect(faultsIn(declarationsOf(nasty))).toEqual([]);
  });

  it("of 100 entities with 50 fields each are checked in at most two seconds", { timeout: 60_000 }, () => {
    writeFileSync(path.join(folder.path, "many.d.ts"), declarationsOf(manyEntities(100, 50)));
    const use = path.join(folder.path, "use.ts");
    writeFileSync(use, USE);
    const program = compile(use);
    const began = performance.now();
    expect(typeErrorsIn(program)).toEqual([]);
    // What the time comes from, whatever else the machine has to do.
    expect(program.getTypeCount()).toBeLessThan(10_000);
    expect(program.getInstantiationCount()).toBeLessThan(10_000);
    if (IS_LONG) expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe("names", () => {
  it.each([
    ["cities", "City"],
    ["deals", "Deal"],
    ["houses", "House"],
    ["news", "New"],
    ["analysis", "Analysis"],
    ["sales-orders", "SalesOrder"],
    ["salesOrders", "SalesOrder"],
  ])("of %s", (key, name) => {
    expect(namesOf([key]).get(key)).toBe(name);
  });

  it("are never the same", () => {
    expect(Object.fromEntries(namesOf(["City", "cities", "city", "citys"]))).toEqual({
      City: "City",
      cities: "Cities",
      city: "City2",
      citys: "Citys",
    });
  });
});

const USE = `import { client } from "public-records";
import type { Records } from "./many.js";
const records = client<Records>({ url: "https://records.example", token: "service_v1_token" });
const query = { where: ["field0", "eq", "x"], expand: ["field9"], fields: ["field1"] } as const;
for await (const { data, expanded } of records.entity("entity7").all(query)) console.log(data.field1, expanded.field9);
// @ts-expect-error: a value of another type
await records.entity("entity8").list({ where: ["field0", "eq", 5] });
export {};
`;

function faultsIn(text: string): string[] {
  const file = path.join(folder.path, "declarations.ts");
  writeFileSync(file, text);
  return typeErrorsIn(compile(file));
}
