/**
 * Two entities with the same fields and records. One had all of its fields from the beginning; to the other some were added when
 * it had records, which were not rewritten. Every request has the same response from both
 * (docs/decisions/0025-changes-beside-requests.md).
 */
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, type Call, patch as update } from "../../support/http";
import { caughtUp } from "../../support/mirror";
import { dataOf, type Made, openOrganization, type RecordView } from "../../support/organization";
import { grantsOf, type MemberName, type OrganizationFile } from "../../support/organization-file";

const acme = await openOrganization("later");
const [EARLY, LATE] = ["early", "late"] as const;
type Fields = OrganizationFile["entities"][number]["fields"];
type Twin = typeof EARLY | typeof LATE;

const FIRST = [
  { key: "name", label: "Name", type: "text", required: true },
  { key: "number", label: "Number", type: "integer", unique: true },
];
const ADDED = [
  { key: "title", label: "Title", type: "text", indexed: true },
  { key: "amount", label: "Amount", type: "integer", indexed: true },
  { key: "price", label: "Price", type: "decimal" },
  { key: "rate", label: "Rate", type: "number" },
  { key: "open", label: "Open", type: "boolean" },
  { key: "day", label: "Day", type: "date" },
  { key: "phase", label: "Phase", type: "select", options: ["a", "b"], default: "a" },
  { key: "tags", label: "Tags", type: "multiselect", options: ["red", "blue"] },
  { key: "account", label: "Account", type: "reference", entity: "accounts" },
  { key: "extra", label: "Extra", type: "json" },
  { key: "code", label: "Code", type: "text", unique: true },
  { key: "secret", label: "Secret", type: "text", readVerb: "readSecret" },
];
const KEYS = ADDED.map(({ key }) => key);

const file = structuredClone(acme.file);
const entity = (key: Twin, fields: Fields) => ({ key, label: "Twin", exposed: true, labelField: "name", fields });
const twins: Record<Twin, Made[]> = { early: [], late: [] };

async function createTwins(data: Record<string, unknown>): Promise<void> {
  for (const twin of [EARLY, LATE]) twins[twin].push(await acme.create("ada", twin, data));
}

/** `{0}` is the path of the first record, and `{id 0}` its id. */
function callOf(twin: Twin, { path = "", json, headers = {}, ...call }: Partial<Call>): Call {
  const fillIn = (text: string) =>
    text
      .replace(/\{id (\d)\}/g, (_, index: string) => twins[twin][Number(index)]?.id ?? "")
      .replace(/\{(\d)\}/g, (_, index: string) => `/records/${twins[twin][Number(index)]?.id}`);
  const body = json === undefined ? {} : { json: JSON.parse(fillIn(JSON.stringify(json))) };
  const named = Object.entries(headers).map(([name, value]) => [name, String(value).replace("{twin}", twin)]);
  return { ...call, headers: Object.fromEntries(named), path: `/entities/${twin}${fillIn(path)}`, ...body };
}

/** What a response says, without what differs between any two records. */
function plain(twin: Twin, { status, text, headers }: Answer) {
  const ids = twins[twin].map(({ id }, index) => [id, `id ${index}`] as const);
  const named = ids.reduce((said, [id, name]) => said.replaceAll(id, name), text);
  return {
    status,
    tagged: headers.etag !== undefined,
    text: named
      .replaceAll(`"entityKey":"${twin}"`, '"entityKey":"twin"')
      .replaceAll(/"(requestId|nextCursor|versionId|created|updated|at)":"[^"]*"/g, '"$1":"…"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…"),
  };
}

async function sameFromBoth(call: Partial<Call>, as: MemberName = "ada"): Promise<Answer> {
  const early = await acme.call(as, callOf(EARLY, call));
  const late = await acme.call(as, callOf(LATE, call));
  expect(plain(LATE, late)).toEqual(plain(EARLY, early));
  return late;
}

async function expectSame(call: Partial<Call>, as?: MemberName): Promise<Answer> {
  const answer = await sameFromBoth(call, as);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

const patch = (index: number, data: object, ifMatch = "*") => update(`{${index}}`, data, {}, ifMatch);

/** The keys that the stored record of the later entity has. */
async function storedKeys(index: number): Promise<string[]> {
  const [row] = await sql<{ keys: string[] }>(
    "select array(select jsonb_object_keys(data)) as keys from records where id = $1",
    [twins.late[index]?.id],
  );
  return row?.keys ?? [];
}

const OLD = [0, 1, 2, 3, 4, 5, 6, 7];
let account: Made;

beforeAll(async () => {
  account = await acme.create("ada", "accounts", { name: "Account", city: "Bern" });
  const [early, late] = [entity(EARLY, [...FIRST, ...ADDED]), entity(LATE, FIRST)];
  file.entities.push(early, late);
  for (const key of [EARLY, LATE]) {
    grantsOf(file, "everything").push({ entity: key, verbs: ["list", "create", "update", "delete", "readSecret"] });
    grantsOf(file, "reader").push({ entity: key, verbs: ["list"] });
  }
  await acme.apply(file);
  for (const number of OLD) await createTwins({ name: `old ${number % 3}`, number });
  // Records of the first entity were created with the default.
  await sql(`update records set data = data || '{"phase": null}' where id = any($1::uuid[])`, [
    twins.early.map(({ id }) => id),
  ]);
  late.fields = early.fields;
  // Those who can see what they made are not those who see what has no title.
  for (const key of [EARLY, LATE])
    grantsOf(file, "redTeam").push({ entity: key, verbs: ["list", "update"], where: ["title", "is_null", true] });
  await acme.apply(file);
  await createTwins({
    name: "new",
    number: 10,
    title: "Zebra",
    amount: 3,
    price: "1.5",
    rate: 0.5,
    open: true,
    day: "2026-01-31",
    phase: "b",
    tags: ["red"],
    account: account.id,
    extra: { deep: [1] },
    code: "c10",
    secret: "hush",
  });
  await createTwins({ name: "new", number: 11, title: "apple", amount: -1, price: "0.50", tags: [], code: "c11" });
});

it("some records lack the added fields, and keep their versions", async () => {
  expect((await storedKeys(0)).sort()).toEqual(["name", "number"]);
  expect(await storedKeys(8)).toHaveLength(FIRST.length + ADDED.length);
  for (const made of twins.late) {
    expect((await acme.read("ada", made.path)).versionId).toBe(made.view.versionId);
    expect((await acme.call("ada", { path: made.path, headers: { "if-none-match": made.etag } })).status).toBe(304);
  }
});

describe("the same records", () => {
  it("are shown, in the same order of keys", async () => {
    const answer = await expectSame({ path: "{0}" });
    expect(dataOf<RecordView>(answer).data).toMatchObject({ name: "old 0", title: null, tags: null, extra: null });
    await expectSame({ path: "/records" });
    await expectSame({ path: "/records?fields=title,number,extra" });
    await expectSame({ path: "/records?fields=name" });
    await expectSame({ path: "/records?expand=account" });
    await expectSame({ path: "/records/3?by=number" });
  });

  it("are lines of CSV", async () => {
    await expectSame({ path: "/records", headers: { accept: "text/csv" } });
    await expectSame({ path: "/records?fields=extra,title,number", headers: { accept: "text/csv" } });
  });
});

describe("a change of a record from before", () => {
  it("to null changes nothing", async () => {
    const made = twins.late[1];
    const nulls = Object.fromEntries(KEYS.map((key) => [key, null]));
    await expectSame(patch(1, nulls));
    expect((await acme.read("ada", made?.path ?? "")).versionId).toBe(made?.view.versionId);
    expect(await storedKeys(1)).toHaveLength(FIRST.length);
    const answer = await acme.call("ada", {
      ...callOf(LATE, patch(1, { title: null })),
      headers: { "if-match": made?.etag ?? "" },
    });
    expect([answer.status, answer.headers.etag]).toEqual([200, made?.etag]);
  });

  it("gives it all fields", async () => {
    await expectSame(patch(2, { amount: 5 }));
    await expectSame({ path: "{2}" });
    expect(await storedKeys(2)).toHaveLength(FIRST.length + ADDED.length);
  });

  it("is replayed under its key as it was made", async () => {
    const call = (index: number, data: object) => {
      const change = patch(index, data);
      return { ...change, headers: { ...change.headers, "idempotency-key": `again-${index}-{twin}` } };
    };
    for (const each of [call(4, { title: null }), call(5, { amount: 1 })]) {
      const first = await expectSame(each);
      expect((await expectSame(each)).text).toBe(first.text);
    }
  });
});

it("the feed reports the same", async () => {
  const cursors: Partial<Record<Twin, string>> = {};
  await caughtUp();
  for (const twin of [EARLY, LATE]) {
    const { nextCursor } = dataOf<{ nextCursor: string }>(
      await acme.call("red", { path: `/entities/${twin}/changes` }),
    );
    cursors[twin] = nextCursor;
  }
  // Leaves what their role lists; stays there; goes.
  await expectSame(patch(7, { title: "Gone" }));
  await expectSame(patch(1, { amount: 2 }));
  await expectSame({ method: "DELETE", path: "{0}", headers: { "if-match": "*" } });
  await caughtUp();
  const [early, late] = await Promise.all(
    [EARLY, LATE].map(async (twin) => {
      const path = `/entities/${twin}/changes?cursor=${encodeURIComponent(cursors[twin] ?? "")}`;
      return plain(twin, await acme.call("red", { path }));
    }),
  );
  expect(early?.text.match(/"deleted"|"removed"|id \d/g)?.length).toBeGreaterThanOrEqual(3);
  expect(late).toEqual(early);
});
