/** A plan does what it shows: to that record, at that version, with those values (docs/contract.md, MCP). */
import { beforeEach, describe, expect, inject, it } from "vitest";
import { callTool, contentOf, type McpOptions, refusalOf } from "../../support/mcp";
import { openParts } from "../../support/mcp-parts";
import { type Made, recordsPath } from "../../support/organization";
import { overtaken } from "../../support/overtaken";

const { acme, file } = await openParts("exact-plans", [
  { key: "rate", type: "decimal", unique: true },
  { key: "code", type: "text", unique: true },
  { key: "level", type: "integer", default: 7 },
  { key: "region", type: "text" },
]);

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
const apply = (plan: string | null, options: McpOptions = { token }) => callTool(origin, "apply", { plan }, options);

let count = 0;
let part: Made;
beforeEach(async () => {
  count += 1;
  part = await acme.create("ada", "parts", { name: `part ${count}`, number: count });
});
const statusOf = async ({ path }: Made) => (await acme.call("ada", { path })).status;

describe("a delete", () => {
  const remove = (more: Operation) => ({ op: "delete", id: part.id, ifMatch: part.view.versionId, ...more });

  it("has only an id and a version: no plan shows a different record from the one that is deleted", async () => {
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

  it("is of one version", async () => {
    const { versionId } = part.view;
    for (const ifMatch of [
      `00000000-0000-7000-8000-000000000000", "${versionId}`,
      `${versionId}", "`,
      `"${versionId}"`,
    ]) {
      const { plan, refusals } = await propose([remove({ ifMatch })]);
      expect({ plan, codes: refusals.map(({ code }) => code) }, ifMatch).toEqual({
        plan: null,
        codes: ["PRECONDITION_FAILED"],
      });
    }
  });

  it("is refused for an id that is a word of an address as for any other that is none", async () => {
    for (const id of ["batch", "query", "..", "x/y"]) {
      const { refusals } = await propose([remove({ id })]);
      expect(refusals, id).toEqual([{ index: 0, code: "RECORD_NOT_FOUND", message: expect.stringContaining("UUID") }]);
    }
  });
});

describe("an upsert", () => {
  it("finds the record whose label is the same but for case, and keeps its label", async () => {
    const account = await acme.create("ada", "accounts", { name: `Acme ${count}`, city: "Oslo" });
    const match = { name: `ACME ${count}` };
    const { plan, changes } = await propose([{ op: "upsert", entity: "accounts", match, data: { city: "Delft" } }]);
    expect(changes).toEqual([
      { index: 0, op: "upsert", id: account.id, fields: { city: { before: "Oslo", after: "Delft" } } },
    ]);
    await contentOf(apply(plan));
    expect((await acme.read("ada", account.path)).data).toMatchObject({ name: `Acme ${count}`, city: "Delft" });
  });

  it("finds its record by all digits of a decimal", async () => {
    const name = (rate: string) => ({ name: `rated ${rate}`, rate });
    const [one, two] = [`${count}007199254740992.1`, `${count}007199254740992.2`];
    const second = await acme.create("ada", "parts", name(two));
    const first = await acme.create("ada", "parts", name(one));
    const upsert = (rate: string) => ({ op: "upsert", match: { rate }, data: { name: "new" } });
    const { plan, changes } = await propose([upsert(`${one}0`), upsert(two)]);
    expect(changes).toEqual([
      { index: 0, op: "upsert", id: first.id, fields: { name: { before: `rated ${one}`, after: "new" } } },
      { index: 1, op: "upsert", id: second.id, fields: { name: { before: `rated ${two}`, after: "new" } } },
    ]);
    await contentOf(apply(plan));
  });

  it("of a record that the plan creates is refused as the second operation on one record", async () => {
    const data = { name: "new" };
    const by = { code: `code ${count}` };
    for (const first of [
      { op: "create", data: { ...data, ...by, number: 50_000 + count } },
      { op: "upsert", match: { number: 50_000 + count }, data: { ...data, ...by } },
    ]) {
      const { plan, refusals } = await propose([first, { op: "upsert", match: by, data }]);
      expect(plan).toBeNull();
      expect(refusals).toEqual([
        {
          index: 1,
          code: "INVALID_BODY",
          message:
            "An earlier operation of the plan creates this record. Put both changes into that operation, or propose this one once the plan is applied.",
        },
      ]);
    }
  });

  it("is shown the same beside others whose values are impossible", async () => {
    const rate = `${count}.5`;
    const rated = await acme.create("ada", "parts", { name: "rated", rate });
    const upsert = (match: object) => ({ op: "upsert", match, data: { name: "new" } });
    const wrong = [
      ...[{ number: "x" }, { number: null }, { rate: `0${rate}` }, { rate: 2.5 }, { name: "x" }, { nothing: 1 }, {}],
      { code: 5 },
    ];
    const { changes, refusals } = await propose([
      upsert({ number: count }),
      upsert({ rate }),
      upsert({ code: "" }),
      upsert({ code: "x".repeat(5_000) }),
      ...wrong.map(upsert),
    ]);
    expect(changes).toMatchObject([
      { index: 0, id: part.id, fields: { name: { before: `part ${count}`, after: "new" } } },
      { index: 1, id: rated.id, fields: { name: { before: "rated", after: "new" } } },
      { index: 2, fields: { code: { before: null, after: "" } } },
      { index: 3, fields: { code: { before: null } } },
    ]);
    expect(refusals.map(({ index, code }) => [index, code])).toEqual(
      wrong.map((_, index) => [index + 4, "INVALID_BODY"]),
    );
  });

  it("needs the version of a record that the token cannot read, but none to create one", async () => {
    const { text } = await acme.issue("wim", { scopes: [{ entity: "parts", verbs: ["create", "update"] }] });
    const blind = { token: text };
    const upsert = (number: number, more: Operation = {}) => ({
      op: "upsert",
      match: { number },
      data: { name: "new" },
      ...more,
    });
    for (const more of [{}, { ifMatch: "*" }]) {
      const { plan, refusals } = await propose([upsert(20_000 + count), upsert(count, more)], blind);
      expect({ plan, refusals }).toEqual({
        plan: null,
        refusals: [
          {
            index: 1,
            code: "PRECONDITION_REQUIRED",
            message:
              "This token cannot read the record, so * names no version. Send the versionId that you know as ifMatch.",
          },
        ],
      });
    }
    const known = await propose([upsert(count, { ifMatch: part.view.versionId })], blind);
    await contentOf(apply(known.plan, blind));
    const created = await propose([upsert(20_000 + count)], blind);
    await acme.create("ada", "parts", { name: "meanwhile", number: 20_000 + count });
    expect((await refusalOf(apply(created.plan, blind))).code).toBe("PRECONDITION_FAILED");
  });
});

it("a change by which a record leaves the token's sight covers the given fields only", async () => {
  const north = { entity: "parts", verbs: ["list"], where: ["region", "eq", "north"] };
  file.roles.push({ key: "north", name: "North", grants: [north, { entity: "parts", verbs: ["update"] }] });
  Object.assign(file.members.find(({ name }) => name === "Nil") ?? {}, { roles: ["north"] });
  await acme.apply(file);
  const data = { name: "north", number: 30_000 + count, region: "north" };
  const { id, path, view } = await acme.create("ada", "parts", data);
  const nil = { token: acme.token("nil") };
  const operation = { op: "update", id, ifMatch: view.versionId, data: { region: "south" } };
  const { plan, changes } = await propose([operation], nil);
  expect(changes).toEqual([{ index: 0, op: "update", id, fields: { region: { after: "south" } } }]);
  await contentOf(apply(plan, nil));
  expect((await acme.read("ada", path)).data).toMatchObject({ ...data, region: "south" });
});

describe("a plan that waits while the configuration changes", () => {
  it("is refused, as one that is applied later: its defaults may not be those that it showed", async () => {
    const { plan, changes } = await propose([
      { op: "update", id: part.id, ifMatch: "*", data: { name: "changed" } },
      { op: "create", data: { name: `waiting ${count}` } },
    ]);
    expect(changes[1]).toMatchObject({ fields: { level: { before: null, after: 7 } } });
    expect(await refusalOf(whileLocked(plan))).toMatchObject(OUTDATED);
    const { items } = await acme.page("ada", `${recordsPath("parts")}?search=waiting%20${count}`);
    expect(items).toEqual([]);
    expect((await acme.read("ada", part.path)).data.name).toBe(`part ${count}`);
  });

  it("is refused also if it is a delete", async () => {
    const { plan } = await propose([{ op: "delete", id: part.id, ifMatch: "*" }]);
    expect(await refusalOf(whileLocked(plan))).toMatchObject(OUTDATED);
    expect(await statusOf(part)).toBe(200);
  });

  const OUTDATED = {
    code: "PRECONDITION_FAILED",
    message: expect.stringMatching(/^The configuration has changed since\..*call propose again/),
  };
  /** The result of `apply`, which waits for the record until there is another version of the configuration. */
  async function whileLocked(plan: string | null) {
    file.roles.push({ key: `role${count}`, name: "Another", grants: [] });
    const lock = `select from records where id = '${part.id}' for no key update`;
    return overtaken({ acme, file, lock }, () => apply(plan));
  }
});
