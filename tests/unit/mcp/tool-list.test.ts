/** The list of tools is what a model reads first: short for however many entities, the same every time, exact where it names them. */
import { getEncoding } from "js-tiktoken";
import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { offeredTools } from "@/lib/mcp/offered-tools";
import { accessTo } from "../compiled";

const MOST_TOKENS = 3_000;
const encoding = getEncoding("cl100k_base");

function callerOf(keys: string[], verbs = ["list", "create", "update", "delete"]): Caller {
  const entities = keys.map((key) => ({ key, labelField: "name", fields: [{ key: "name", type: "text" as const }] }));
  return { access: accessTo(entities, verbs), accessKey: `${keys.join()} ${verbs.join()}` } as Caller;
}

const WORDS = ["purchase_order", "supplier_invoice", "employee", "maintenance_request", "warehouse_location"];
const named = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));

const listedFor = (keys: string[]) => offeredTools(callerOf(keys), false).map(({ listed }) => listed);
const lengthOf = (keys: string[]) => encoding.encode(JSON.stringify(listedFor(keys))).length;

describe("the list of tools", () => {
  it("has at most 3,000 tokens with 100 entities, whatever their names are", () => {
    for (const name of [
      (index: number) => `entity_${index}`,
      (index: number) => `${WORDS[index % WORDS.length]}_${index}`,
      (index: number) => `x${((index * 7_919) % 100_000).toString(36)}q${(index * 104_729).toString(36)}`,
      (index: number) => `${"long".repeat(12)}${index}`,
    ])
      expect(lengthOf(named(100, name)), name(3)).toBeLessThanOrEqual(MOST_TOKENS);
    expect(lengthOf(named(2_000, (index) => `entity_${index}`))).toBeLessThanOrEqual(MOST_TOKENS);
  });

  it("spells out the entities of every tool where there are few, and of the first ones where there are many", () => {
    const withEnum = (count: number) =>
      listedFor(named(count, (index) => `entity_${index}`)).flatMap((tool) => {
        const { properties } = tool.inputSchema;
        return JSON.stringify(properties).includes('"entity_1"') ? [tool.name] : [];
      });
    const all = ["describe", "search", "query", "aggregate", "changes", "propose"];
    expect(withEnum(5)).toEqual(all);
    expect(withEnum(100)).toEqual(["query", "propose"]);
    expect(withEnum(2_000)).toEqual([]);
  });

  it("is the same every time", () => {
    const keys = named(20, (index) => `entity_${index}`);
    expect(JSON.stringify(listedFor([...keys].reverse()))).toBe(JSON.stringify(listedFor(keys)));
  });
});
