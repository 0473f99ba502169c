/**
 * A configuration changes under load, some 50 requests a second over two processes: reads, writes and lists of the entity that
 * changes, and of another one. Only a change that gives stored records another form costs requests, namely writes of that entity.
 * Every response has one form, whole.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, send } from "../../support/http";
import { type Load, type Outcome, startSteadily } from "../../support/load";
import { figure } from "../../support/long";
import { dataOf, errorOf, openOrganization, type Page, type RecordView, recordsPath } from "../../support/organization";
import type { OrganizationFile } from "../../support/organization-file";
import { originOf, tally } from "../../support/parallel";
import { temporaryFolder } from "../../support/temporary-folder";

const RECORDS = Number(process.env.RECORDS ?? figure(2_000, 100_000));
const PER_SECOND = 50;
const BEFORE = figure(25, 50);
const AFTER = figure(50, 100);
const WARM_REQUESTS = 200;
const TIMEOUT_MS = figure(180_000, 900_000) * Math.max(1, RECORDS / 100_000);
const ORDERS = recordsPath("orders");

type Data = Record<string, unknown>;

const acme = await openOrganization("changing");
const folder = temporaryFolder();
let file: OrganizationFile = structuredClone(acme.file);
let ids: string[] = [];
/** What all other orders have as `beside`. */
let beside = "";

beforeAll(async () => {
  const fields = [
    { key: "title", type: "text" },
    { key: "code", type: "text" },
    { key: "phase", type: "select", options: ["new", "done"], default: "new", indexed: true },
    { key: "amount", type: "integer", indexed: true },
    ...["note", "extra", "spare"].map((key) => ({ key, type: "text", searchable: false })),
    ...["above", "beside"].map((key) => ({ key, type: "reference", entity: "orders" })),
  ];
  file.entities.push({ key: "orders", exposed: true, labelField: "title", fields });
  const verbs = ["list", "create", "update", "delete"];
  for (const role of file.roles) if (role.key === "everything") role.grants.push({ entity: "orders", verbs });
  await acme.apply(file);
  await sql(
    `insert into records (entity_id, id, data, version, label_key, search_text, created_by)
     select e.id, md5(n::text)::uuid, jsonb_build_object('above', case when n > 1 then md5('1')::uuid end,
              'beside', case when n <> 2 then md5('2')::uuid end, 'title', 'Order ' || n, 'code', 'code-' || n, 'phase',
              case when n % 3 = 0 then 'done' else 'new' end, 'amount', n, 'note', 'needle ' || n, 'extra', 'x' || n, 'spare', 's'),
            gen_random_uuid(), 'order ' || n, 'order ' || n || E'\\ncode-' || n, $3
       from entities e, generate_series(1, $2::int) n where e.organization_id = $1 and e.key = 'orders'`,
    [acme.id, RECORDS, acme.memberId("ada")],
  );
  const rows = await sql<{ id: string }>(`select r.id from ${await partition()} r order by r.id limit 200`);
  ids = rows.map(({ id }) => id);
  beside = String((await sql<{ id: string }>("select md5('2')::uuid as id"))[0]?.id);
  await sql(`vacuum analyze ${await partition()}`);
  // Statements are planned and connections opened for the first time.
  const load = startSteadily(PER_SECOND, request);
  await load.more(WARM_REQUESTS);
  await load.stop();
}, TIMEOUT_MS);

afterAll(() => folder.remove());

async function partition(): Promise<string> {
  const [row] = await sql<{ id: string }>("select id from entities where organization_id = $1 and key = 'orders'", [
    acme.id,
  ]);
  return `record_partitions.r_${String(row?.id).replaceAll("-", "")}`;
}

/** Counts the orders that meet a condition in SQL. */
async function countOf(condition: string): Promise<number | undefined> {
  const text = `select count(*)::int as count from ${await partition()} where ${condition}`;
  return (await sql<{ count: number }>(text))[0]?.count;
}

type Shape = "former" | "present";

/**
 * `shape`: of the data of an order; null where both are alike. A response has one, whole; and once it is the new one, it stays so.
 * `pauses`: writers of orders are refused meanwhile.
 */
type Change = {
  name: string;
  change: () => void;
  prune?: true;
  pauses?: true;
  shape?: (data: Data) => Shape | null;
};

const orders = () => file.entities.find(({ key }) => key === "orders") as OrganizationFile["entities"][number];
const field = (key: string) => orders().fields.find((each) => each.key === key) ?? expect.unreachable(key);
const has = (key: string) => (data: Data) => (key in data ? "present" : "former");
const hasNot = (key: string) => (data: Data) => (key in data ? "former" : "present");
function remove(key: string): void {
  orders().fields = orders().fields.filter((each) => each.key !== key);
}

const CHANGES: Change[] = [
  {
    name: "an entity is added",
    change: () =>
      file.entities.push({ key: "items", exposed: true, labelField: "name", fields: [{ key: "name", type: "text" }] }),
  },
  {
    name: "an entity is added whose parents are there",
    change: () =>
      file.entities.push({
        key: "lines",
        exposed: true,
        labelField: "name",
        parentField: "order",
        fields: [
          { key: "name", type: "text" },
          { key: "order", type: "reference", entity: "orders" },
        ],
      }),
  },
  { name: "a field is added", change: () => orders().fields.push({ key: "city", type: "text" }), shape: has("city") },
  { name: "an index is added", change: () => Object.assign(field("note"), { indexed: true }) },
  { name: "a field becomes unique", change: () => Object.assign(field("code"), { unique: true }) },
  { name: "labels become unique", change: () => Object.assign(orders(), { uniqueLabel: true }) },
  { name: "records get parents", pauses: true, change: () => Object.assign(orders(), { parentField: "above" }) },
  { name: "other labels become unique", pauses: true, change: () => Object.assign(orders(), { labelField: "code" }) },
  {
    name: "records get other parents",
    pauses: true,
    change: () => Object.assign(orders(), { parentField: "beside" }),
  },
  { name: "a field is removed", change: () => remove("extra"), prune: true, pauses: true, shape: hasNot("extra") },
  {
    name: "a field becomes searchable",
    pauses: true,
    change: () => Object.assign(field("note"), { searchable: true }),
  },
  {
    name: "an option is renamed",
    pauses: true,
    change: () => Object.assign(field("phase"), { options: [{ value: "open", was: "new" }, "done"], default: "open" }),
    shape: ({ phase }) => (phase === "done" ? null : phase === "new" ? "former" : "present"),
  },
  {
    name: "a field is renamed",
    pauses: true,
    change: () => Object.assign(field("amount"), { key: "total", was: "amount" }),
    shape: has("total"),
  },
  {
    name: "members list what they created",
    change: () =>
      file.roles.push({
        key: "own",
        name: "Own",
        grants: [{ entity: "orders", verbs: ["list"], where: ["createdBy", "eq", "$member.id"] }],
      }),
  },
  {
    name: "an entity is removed",
    change: () => {
      file.entities = file.entities.filter(({ key }) => key !== "lines" && key !== "items");
    },
    prune: true,
  },
];

let written = 0;

/** Reads, pages and writes of the entity that changes, and of another one. */
function request(index: number): Promise<Answer> {
  const to = (path: string, method = "GET", json?: object) => {
    const headers: Record<string, string> = method === "PATCH" ? { "if-match": "*" } : {};
    const call = { method, path, token: acme.token("ada"), headers, ...(json === undefined ? {} : { json }) };
    return send(originOf(index), call);
  };
  written += 1;
  const id = ids[index % ids.length];
  const forms = [
    () => to(`${ORDERS}?limit=50`),
    () => to(`${ORDERS}?limit=50&sort=phase:asc`),
    () => to(`${ORDERS}/${id}`),
    () => to(`${ORDERS}/${id}`, "PATCH", { data: { code: `changed-${written}` } }),
    () => to(ORDERS, "POST", { data: { title: `New ${written}`, code: `new-${randomUUID()}` } }),
    () => to(`${ORDERS}?search=needle&limit=5`),
    () => to(recordsPath("samples"), "POST", { data: { name: `sample ${written}` } }),
    () => to(`${recordsPath("samples")}?limit=10`),
  ];
  return (forms[index % forms.length] as (typeof forms)[number])();
}

const isWrite = (index: number) => [3, 4, 6].includes(index % 8);
const isWriteOfOrders = (index: number) => [3, 4].includes(index % 8);

type Seen = { started: number; ended: number; shape: Shape };

function watched(shape: Change["shape"], seen: Seen[], writes: number[]): Load {
  return startSteadily(PER_SECOND, async (index) => {
    const started = performance.now();
    const answer = await request(index);
    const ended = performance.now();
    if (isWrite(index) && answer.status < 400) writes.push(ended - started);
    if (isPaused(answer)) {
      expect(isWriteOfOrders(index)).toBe(true);
      expect(answer.headers["retry-after"]).toBe("5");
    }
    if (shape === undefined || index % 8 >= 5 || answer.status >= 400) return answer;
    const data = dataOf<Page | RecordView>(answer);
    const all = ("items" in data ? data.items : [data]).map((record) => shape(record.data));
    const shapes = new Set(all.filter((each) => each !== null));
    expect(shapes.size).toBeLessThanOrEqual(1);
    for (const each of shapes) seen.push({ started, ended, shape: each });
    return answer;
  });
}

function isPaused(answer: Answer | null): boolean {
  return answer?.status === 429 && answer.text.includes("A new configuration is converting the records");
}

/** On a machine that is busy, a token may have more lists at work than its fair share. */
function expectNoFailure(outcomes: Outcome[]): void {
  const { "200": _, "201": __, "429 RATE_LIMITED": ___, ...others } = tally(outcomes.map(({ answer }) => answer));
  expect(others).toEqual({});
}

/** What began after somebody had seen the new shape has it, too. */
function expectOrder(seen: Seen[]): void {
  const first = Math.min(...seen.filter(({ shape }) => shape === "present").map(({ ended }) => ended));
  expect(seen.filter(({ started, shape }) => started > first && shape === "former")).toEqual([]);
}

describe.sequential(`under ${PER_SECOND} requests a second, with ${RECORDS} records`, () => {
  it.each(CHANGES)(
    "$name",
    async ({ name, change, prune, pauses, shape }) => {
      const [seen, writes]: [Seen[], number[]] = [[], []];
      change();
      const load = watched(shape, seen, writes);
      await load.more(BEFORE);
      const began = performance.now();
      const { code, output } = await start(prune).ended;
      const seconds = (performance.now() - began) / 1000;
      await load.more(AFTER);
      const outcomes = await load.stop();
      console.log(
        `${name}: ${seconds.toFixed(1)} s, ${outcomes.length} requests, slowest write ${Math.max(...writes).toFixed(0)} ms`,
      );
      expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
      expectNoFailure(outcomes);
      expect(outcomes.some(({ answer }) => isPaused(answer))).toBe(pauses === true);
      expectOrder(seen);
      if (shape !== undefined) expect(seen.at(-1)?.shape).toBe("present");
    },
    TIMEOUT_MS,
  );

  it("the labels and parents of all records are the new ones, and enforced", async () => {
    const old = "(data->>'beside')::uuid is distinct from parent_id or data->>'code' is distinct from label_key";
    expect(await countOf(old)).toBe(0);
    const call = { method: "DELETE", path: `${ORDERS}/${beside}`, headers: { "if-match": "*" } };
    expect(errorOf(await acme.call("ada", call)).code).toBe("PARENT_REFERENCE");
    const [taken] = await sql<{ code: string }>(`select data->>'code' as code from ${await partition()} limit 1`);
    // As a value it would be another one: labels are compared without case.
    const json = { data: { title: "Twin", code: String(taken?.code).toUpperCase() } };
    expect(errorOf(await acme.call("ada", { method: "POST", path: ORDERS, json })).code).toBe("DUPLICATE_LABEL");
  });

  it(
    "an apply that is killed while it rewrites changes nothing and blocks no one, and the next one does all of it",
    async () => {
      const [seen, writes]: [Seen[], number[]] = [[], []];
      remove("spare");
      const load = watched(hasNot("spare"), seen, writes);
      await load.more(BEFORE);
      const killed = start(true);
      await killed.says('"step":"records"');
      killed.child.kill("SIGKILL");
      await killed.ended;
      expect(await countOf("not data ? 'spare'")).toBe(0);
      const isRefused = async () => {
        await load.more(1);
        return isPaused(await request(3));
      };
      await expect.poll(isRefused).toBe(false);
      await load.more(AFTER);
      const { code } = await start(true).ended;
      expect(code).toBe(0);
      await load.more(AFTER);
      const outcomes = await load.stop();
      expectNoFailure(outcomes);
      expectOrder(seen);
      expect(await countOf("data ? 'spare'")).toBe(0);
      expect(await sql("select from organizations where id = $1 and paused_entities is not null", [acme.id])).toEqual(
        [],
      );
    },
    TIMEOUT_MS,
  );

  it("duplicates that arrive while a field becomes unique are refused, as before, and nothing half done remains", async () => {
    let last = 0;
    const load = startSteadily(PER_SECOND, (index) => {
      last += 1;
      const json = { data: { title: `Twin ${last}`, note: "the same" } };
      return send(originOf(index), { method: "POST", path: ORDERS, token: acme.token("ada"), json });
    });
    await load.more(1);
    const former = structuredClone(file);
    Object.assign(field("note"), { unique: true });
    const { code, output } = await start(true).ended;
    file = former;
    const outcomes = await load.stop();
    expect(code).toBe(1);
    expect(output).toMatch(
      /unique: cannot be set: 1 value is in more than one record of \\"note\\": \\"the same\\" \(/,
    );
    // Once there is half of an index, it refuses.
    const counts = tally(outcomes.map(({ answer }) => answer));
    const { "201": created = 0, "409 DUPLICATE_LABEL": refused = 0, ...others } = counts;
    expect([others, created + refused]).toEqual([{}, outcomes.length]);
    const invalid = await sql("select from pg_index where not indisvalid and indrelid = to_regclass($1)", [
      await partition(),
    ]);
    expect(invalid).toEqual([]);
  });

  it("of two at once, one waits for the other", async () => {
    Object.assign(field("total"), { label: "Sum" });
    const codes = (await Promise.all([start().ended, start().ended])).map(({ code }) => code);
    expect(codes).toEqual([0, 0]);
  });
});

/** `config apply` of the file as it is by now. */
function start(prune?: true) {
  const path = join(folder.path, `${randomUUID()}.json`);
  writeFileSync(path, JSON.stringify(file));
  const command = ["--import", "tsx", "server/cli/main.ts", "config", "apply", "--json", "--yes"];
  const child = spawn(process.execPath, [...command, ...(prune ? ["--prune"] : []), path], {
    env: { ...process.env, DATABASE_URL: inject("databaseUrl"), LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  return {
    child,
    says: async (text: string) =>
      void (await expect.poll(() => output, { timeout: 50_000, interval: 10 }).toContain(text)),
    ended: once(child, "close").then(([code]: (number | null)[]) => ({ code, output })),
  };
}
