/**
 * While many records are being rewritten, some of them are stored in the former shape and some in the present one. No caller
 * can tell (contract § 12; docs/decisions/0025-changes-beside-requests.md).
 */
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { caughtUp } from "../../support/mirror";
import { dataOf, type Made, openOrganization, type Page, recordsPath } from "../../support/organization";

const acme = await openOrganization("rewritten");
const SAMPLES = recordsPath("samples");
const ACCOUNTS = recordsPath("accounts");

/** Two keys and two options were called otherwise, one field came and one went. */
const RESHAPING = {
  samples: {
    added: ["url"],
    removed: ["legacy"],
    renamed: { text: "words", json: "document" },
    options: { select: { old: "a" }, multiselect: { crimson: "red" } },
  },
  accounts: { added: [], removed: [], renamed: { city: "town" }, options: {} },
};

/** As the API shows both. */
const SHOWN = { text: "same", select: "a", multiselect: ["red", "blue"], json: { deep: 1 }, url: null };

let former: Made;
let present: Made;
let account: Made;

/** Stores a record as it was before the change; its version stays. */
async function putBack({ id }: Made, change: string): Promise<void> {
  await sql(`update records set data = ${change} where id = $1`, [id]);
}

const asFormerSample = `(data - 'text' - 'json' - 'url') || '{"words": "same", "document": {"deep": 1}, "legacy": "gone",
  "select": "old", "multiselect": ["crimson", "blue"]}'`;

async function formerSample(data: Record<string, unknown>): Promise<Made> {
  const made = await acme.create("ada", "samples", { ...data, ...SHOWN });
  await putBack(made, asFormerSample);
  return made;
}

beforeAll(async () => {
  account = await acme.create("ada", "accounts", { name: "Account", city: "Bern" });
  await putBack(account, "(data - 'city') || '{\"town\": \"Bern\"}'");
  former = await formerSample({ name: "former", integer: 1, hidden: "truffle", reference: account.id });
  present = await acme.create("ada", "samples", { name: "present", integer: 2, hidden: "truffle", ...SHOWN });
  await sql(
    `insert into configurations (organization_id, version, document, reshaping, applied_by)
     select organization_id, version + 1, document, $2, 'test' from configurations where organization_id = $1
      order by version desc limit 1`,
    [acme.id, JSON.stringify(RESHAPING)],
  );
  await sql("update organizations set configuration_version = configuration_version + 1 where id = $1", [acme.id]);
});

const query = (json: object) => acme.call("ada", { method: "POST", path: `${SAMPLES}/query`, json });
const both = () => [former.id, present.id].sort();
const MINE = ["name", "in", ["former", "present"]];

async function found(where: unknown): Promise<string[]> {
  const answer = await query({ where: { and: [MINE, where] } });
  expect(answer.status, answer.text).toBe(200);
  return dataOf<Page>(answer)
    .items.map(({ id }) => id)
    .sort();
}

describe("a record of the former shape", () => {
  it("is read as one of the present shape, key by key", async () => {
    const [one, other] = [await acme.read("ada", former.path), await acme.read("ada", present.path)];
    expect(one.data).toMatchObject(SHOWN);
    expect(Object.keys(one.data).sort()).toEqual(Object.keys(other.data).sort());
    expect(one.versionId).toBe(former.view.versionId);
  });

  it("shows a caller only what it can read", async () => {
    const [one, other] = [await acme.read("rea", former.path), await acme.read("rea", present.path)];
    expect(one.data).not.toHaveProperty("hidden");
    expect(Object.keys(one.data).sort()).toEqual(Object.keys(other.data).sort());
  });

  it("has the fields that are asked for", async () => {
    const page = await acme.page("ada", `${SAMPLES}?fields=text,url&search=former`);
    expect(page.items.map(({ data }) => data)).toEqual([{ text: "same", url: null }]);
  });

  it.each<[filter: string, where: unknown]>([
    ["a renamed field", ["text", "eq", "same"]],
    ["a part of its text", ["text", "contains", "AM"]],
    ["a renamed option", ["select", "eq", "a"]],
    ["one of several options", ["select", "in", ["a", "b"]]],
    ["a renamed option of a list", ["multiselect", "any_of", ["red"]]],
    ["all options of a list", ["multiselect", "all_of", ["red", "blue"]]],
    ["a field that came", ["url", "is_null", true]],
  ])("is found by %s", async (_, where) => {
    expect(await found(where)).toEqual(both());
  });

  it("is not found by the former name of an option", async () => {
    const { status } = await query({ where: ["select", "eq", "old"] });
    expect([status, await found(["select", "neq", "a"])]).toEqual([400, []]);
  });

  it("has its place in an order by a renamed field", async () => {
    const answer = await query({
      where: MINE,
      sort: [
        { field: "text", direction: "asc" },
        { field: "integer", direction: "asc" },
      ],
    });
    expect(dataOf<Page>(answer).items.map(({ id }) => id)).toEqual([former.id, present.id]);
  });

  it("counts with the others", async () => {
    const answer = await acme.call("ada", {
      method: "POST",
      path: `${SAMPLES}/aggregate`,
      json: { where: MINE, groupBy: ["select"], measures: { n: ["count"] } },
    });
    expect(dataOf<{ items: unknown }>(answer)).toMatchObject({ items: [{ group: { select: "a" }, n: 2 }] });
  });

  it("is the same line of CSV", async () => {
    const path = `${SAMPLES}?fields=text,select,multiselect,json,url&search=former`;
    const { text } = await acme.call("ada", { path, headers: { accept: "text/csv" } });
    expect(text.split("\r\n")[1]?.split(",").slice(4).join()).toBe('same,a,"[""red"", ""blue""]","{""deep"": 1}",');
  });

  it("is what a reference leads to", async () => {
    const page = await acme.page("ada", `${SAMPLES}?expand=reference&search=former`);
    const { expanded } = page.items[0] as unknown as { expanded: { reference: { data: object } } };
    expect(expanded.reference.data).toMatchObject({ city: "Bern" });
    expect(await found(["reference.city", "eq", "Bern"])).toEqual([former.id]);
  });

  it("is not changed by a value that it has already", async () => {
    const json = { data: { text: "same", select: "a", multiselect: ["red", "blue"] } };
    const answer = await acme.call("ada", {
      method: "PATCH",
      path: former.path,
      headers: { "if-match": former.etag },
      json,
    });
    expect([answer.status, answer.headers.etag]).toEqual([200, former.etag]);
  });

  it("is written in the present shape by whoever changes it, with all that it had", async () => {
    const made = await formerSample({ name: "to be changed", integer: 3 });
    const json = { data: { integer: 4 } };
    const answer = await acme.call("ada", {
      method: "PATCH",
      path: made.path,
      headers: { "if-match": made.etag },
      json,
    });
    expect(dataOf<{ data: object }>(answer).data).toMatchObject({ ...SHOWN, integer: 4 });
    const [row] = await sql<{ data: object }>("select data from records where id = $1", [made.id]);
    expect(row?.data).toMatchObject({ ...SHOWN, integer: 4 });
    expect(Object.keys(row?.data ?? {})).not.toContain("legacy");
    expect(Object.keys(row?.data ?? {})).not.toContain("words");
  });

  it("is written so by a batch, too", async () => {
    const made = await formerSample({ name: "in a batch", integer: 3 });
    const operations = [{ op: "update", id: made.id, ifMatch: "*", data: { integer: 5 } }];
    const call = { method: "POST", path: `${SAMPLES}/batch`, json: { operations } };
    expect((await acme.call("ada", call)).status).toBe(200);
    const [row] = await sql<{ data: object }>("select data from records where id = $1", [made.id]);
    expect(row?.data).toMatchObject({ ...SHOWN, integer: 5 });
  });

  it("is told by the feed in the present shape", async () => {
    const path = `${ACCOUNTS.replace("records", "changes")}`;
    await caughtUp();
    const { nextCursor } = dataOf<{ nextCursor: string }>(await acme.call("ada", { path }));
    const child = await acme.create("ada", "accounts", { name: "Child", city: "Thun", parent: account.id });
    await putBack(child, "(data - 'city') || '{\"town\": \"Thun\"}'");
    const tell = async () =>
      dataOf<{ items: { record?: { data: object } }[] }>(
        await acme.call("ada", { path: `${path}?cursor=${encodeURIComponent(nextCursor)}` }),
      ).items.map(({ record }) => record?.data);
    await expect.poll(tell).toMatchObject([{ name: "Child", city: "Thun" }]);
  });
});
