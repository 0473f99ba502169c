/** A plan does what it shows: to that record, at that version, with those values (docs/contract.md, MCP). */
import { beforeEach, describe, expect, inject, it } from "vitest";
import { callTool, contentOf, type McpOptions, refusalOf } from "../../support/mcp";
import { type Made, openOrganization } from "../../support/organization";

const acme = await openOrganization("exact-plans");
const file = structuredClone(acme.file);
file.entities.push({
  key: "parts",
  exposed: true,
  labelField: "name",
  fields: [
    { key: "name", type: "text", required: true },
    { key: "number", type: "integer", unique: true },
    { key: "rate", type: "decimal", unique: true },
    { key: "level", type: "integer", default: 7 },
  ],
});
const grantsOf = (key: string) => file.roles.find((role) => role.key === key)?.grants ?? [];
for (const key of ["everything", "writer"])
  grantsOf(key).push({ entity: "parts", verbs: ["list", "create", "update", "delete"] });
await acme.apply(file);

const origin = inject("origin");
const token = acme.token("wim");
type Operation = Record<string, unknown>;
type Proposal = {
  plan: string | null;
  changes: Operation[];
  refusals: { index: number; code: string; message: string }[];
};
const call = (operations: Operation[], options: McpOptions = { token }) =>
  callTool(origin, "propose", { operations: operations.map((each) => ({ entity: "parts", ...each })) }, options);
const propose = (operations: Operation[], options?: McpOptions) => contentOf<Proposal>(call(operations, options));

let count = 0;
let part: Made;
beforeEach(async () => {
  count += 1;
  part = await acme.create("ada", "parts", { name: `part ${count}`, number: count });
});
const statusOf = async ({ path }: Made) => (await acme.call("ada", { path })).status;

describe("a delete", () => {
  const remove = (more: Operation) => ({ op: "delete", id: part.id, ifMatch: part.view.versionId, ...more });

  it("has an id and a version alone: no plan shows another record than the one that is deleted", async () => {
    const other = await acme.create("ada", "parts", { name: "other", number: 10_000 + count });
    for (const more of [{ match: { number: 10_000 + count } }, { data: { name: "x" } }, { cascade: true }]) {
      const { code, message } = await refusalOf(call([remove(more)]));
      expect({ code, message }).toEqual({
        code: "INVALID_BODY",
        message: expect.stringContaining(`"${Object.keys(more)[0]}" is not a member of this operation.`),
      });
    }
    expect(await statusOf(other)).toBe(200);
  });
});
