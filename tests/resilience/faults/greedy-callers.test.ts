/**
 * Callers whose every query runs into its time limit, within their rate limit and with valid filters, and callers who send one
 * large batch after another: they wait for each other, and nobody else waits for them (contract § 3, Shared budgets).
 */
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openTransaction, sql } from "../../support/database-client";
import { type Answer, patch, post, send } from "../../support/http";
import { type Outcome, startClients } from "../../support/load";
import { IS_LONG } from "../../support/long";
import { dataOf, errorOf, type Organization, openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { type Service, startService } from "../../support/service";

/** So many that 99 conditions on each take longer than a statement may, on any machine. */
const RECORDS = 100_000;
const CONNECTIONS = IS_LONG ? [8, 16, 40] : [16];
const PROCESSES = IS_LONG ? [1, 2] : [1];
const TOKENS_OF_MANY = 10;
/** Of each victim: enough to meet several generations of the greedy statements. */
const ASKED = IS_LONG ? 500 : 100;

/** Every condition is true but the last, so that each record is asked all of them. */
const TRUE = Array.from({ length: 98 }, (_, index) => ["text", "not_contains", `never${index}`]);
const DEAR = { where: { and: [...TRUE, ["text", "contains", "nowhere"]] } };

const greedy = await openOrganization("greedy");
const calm = await openOrganization("calm");
let many: string[];
let service: Service;

beforeAll(async () => {
  await fill(greedy);
  many = await Promise.all(Array.from({ length: TOKENS_OF_MANY }, async () => (await greedy.issue("ada")).text));
});

async function fill({ id }: Organization): Promise<void> {
  const [entity] = await sql<{ id: string }>("select id from entities where organization_id = $1 and key = 'samples'", [
    id,
  ]);
  await sql(
    `insert into records (entity_id, id, data, version, search_text, created, updated)
     select $1, gen_random_uuid(), jsonb_build_object('name', 'filler ' || n, 'text', repeat(md5(n::text), 3)),
       gen_random_uuid(), 'filler ' || md5(n::text), now(), now()
     from generate_series(1, $2::int) n`,
    [entity?.id, RECORDS],
  );
  await sql("analyze records");
}

const askDearly = (token: string) =>
  send(service.origin, { method: "POST", path: `${recordsPath("samples")}/query`, token, json: DEAR });

const BATCH = Array.from({ length: 500 }, (_, index) => ({ op: "create", data: { name: `of a batch ${index}` } }));

const writeMuch = (token: string) =>
  send(service.origin, post(`${recordsPath("samples")}/batch`, { operations: BATCH, atomic: false }, { token }));

/** Each is too short for the index of the search, and is in nearly half of the records, but no record has all of them. */
const DEAR_WORDS = ["00", "11", "22", "33", "44", "55", "66", "77", "88", "99", "aa", "bb", "cc", "dd", "ee", "ff"];

const searchDearly = (token: string) => send(service.origin, { path: `/search?q=${DEAR_WORDS.join("+")}`, token });

/** Each of those who hang up asks twice a second, eight times what they may ask altogether where they are forty. */
const LEAVING_EVERY_MS = 500;

/** Asks what takes seconds, and hangs up after a twentieth of one. */
async function askAndLeave(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = `${service.origin}/api/v1${recordsPath("samples")}/query`;
  const leaving = request(path, { method: "POST", headers, agent: false });
  leaving.on("error", () => undefined);
  leaving.end(JSON.stringify(DEAR));
  await once(leaving, "finish");
  await pause(50);
  leaving.destroy();
}

/** What others experience meanwhile, by what they ask: of another organization, or of the same one with a token of their own. */
async function askCalmly(organization: Organization): Promise<Record<string, Outcome[]>> {
  const token = organization.token("wim");
  const cursor = await beginFeed(token);
  const record = await organization.create("wim", "samples", { name: "read by its key" });
  const path = recordsPath("samples");
  const created = (index: number) => ({ data: { name: `created ${index}` } });
  const clients: Record<string, (index: number) => Promise<Answer>> = {
    me: () => send(service.origin, { path: "/me", token }),
    read: () => send(service.origin, { path: record.path, token }),
    list: () => send(service.origin, { path: `${path}?limit=20`, token }),
    follow: () => send(service.origin, { path: `/entities/samples/changes?limit=20&cursor=${cursor}`, token }),
    create: (index) => send(service.origin, { method: "POST", path, token, json: created(index) }),
    update: (index) => send(service.origin, patch(record.path, created(index).data, { token })),
  };
  const loads = Object.entries(clients).map(([name, client]) => ({ name, load: startClients(1, client) }));
  await Promise.all(loads.map(({ load }) => load.more(ASKED)));
  return Object.fromEntries(await Promise.all(loads.map(async ({ name, load }) => [name, await load.stop()])));
}

async function beginFeed(token: string): Promise<string> {
  const begun = await send(service.origin, { path: "/entities/samples/changes", token });
  return dataOf<{ nextCursor: string }>(begun).nextCursor;
}

async function expectNoneDisturbed(organizations: Organization[]): Promise<void> {
  for (const outcomes of await Promise.all(organizations.map(askCalmly))) expectUndisturbed(outcomes);
}

function expectUndisturbed(outcomes: Record<string, Outcome[]>): void {
  for (const [name, each] of Object.entries(outcomes)) {
    const ok = name === "create" ? "201" : "200";
    expect(tally(each.map(({ answer }) => answer)), name).toEqual({ [ok]: each.length });
  }
}

/** Those that were given up for what they asked, and those whose turn did not come. */
function expectHeldToTheirShare(answers: (Answer | null)[]): void {
  const { "400 INVALID_FILTERS": timedOut = 0, "429 RATE_LIMITED": waited = 0, ...others } = tally(answers);
  expect(others).toEqual({});
  expect(timedOut).toBeGreaterThan(0);
  expect(waited).toBeGreaterThan(0);
  for (const answer of answers) {
    if (answer?.status === 429) expect(answer.headers["retry-after"]).toBe("1");
    if (answer?.status === 400) expect(errorOf(answer).message).toContain("did not finish within 5 seconds");
  }
}

const runningStatements = async () =>
  sql("select 1 from pg_stat_activity where state = 'active' and query like '%never%' and pid <> pg_backend_pid()");

describe.each(PROCESSES)("of a service of %i api processes", (processes) => {
  beforeAll(async () => {
    service = await startService("node", inject("databaseUrl"), { WEB_CONCURRENCY: String(processes) });
  });
  afterAll(() => service?.kill());

  describe.each(CONNECTIONS)("%i connections that request what takes too long", (connections) => {
    it.each([
      ["of one token", () => [greedy.token("ada")], [calm, greedy]],
      ["of ten tokens of an organization", () => many, [calm]],
    ])("%s delay no other caller", async (_, tokens, others) => {
      const own = tokens();
      const load = startClients(connections, (index) => askDearly(own[index % own.length] ?? ""));
      // From when the first were given up, and those behind them have begun.
      await load.more(connections);
      await expectNoneDisturbed(others);
      expectHeldToTheirShare((await load.stop()).map(({ answer }) => answer));
    });

    it.each([
      ["search over everything", searchDearly, () => connections],
      ["write batches", writeMuch, (waited: number) => waited],
    ])("and %s delay no other caller, and get their own turns", async (_, work, fewer) => {
      const load = startClients(connections, () => work(greedy.token("ada")));
      await load.more(connections);
      await expectNoneDisturbed([calm, greedy]);
      const counts = tally((await load.stop()).map(({ answer }) => answer));
      const { "200": served = 0, "429 RATE_LIMITED": waited = 0, ...others } = counts;
      expect(others).toEqual({});
      expect(served).toBeGreaterThan(fewer(waited));
    });

    it("and wait for a writer of the same records delay no other caller", async () => {
      const locked = await greedy.create("ada", "samples", { name: "written by somebody else" });
      const holder = await openTransaction(`select from records where id = '${locked.id}' for update`);
      const update = patch(locked.path, { name: "x" });
      const load = startClients(connections, (index) =>
        send(service.origin, { ...update, token: many[index % many.length] ?? "" }),
      );
      await load.more(connections);
      await expectNoneDisturbed([calm]);
      const answers = (await load.stop()).map(({ answer }) => answer);
      await holder.end();
      expect(tally(answers)).toEqual({ "429 RATE_LIMITED": answers.length });
      for (const answer of answers) expect(answer?.headers["retry-after"]).toBe("1");
    });

    it("and hang up leave no statement behind, and delay no other caller", async () => {
      let isLeaving = true;
      const leaving = Array.from({ length: connections }, async () => {
        while (isLeaving) await Promise.all([askAndLeave(greedy.token("ada")), pause(LEAVING_EVERY_MS)]);
      });
      try {
        await expectNoneDisturbed([calm, greedy]);
      } finally {
        isLeaving = false;
        await Promise.all(leaving);
      }
      await expect.poll(runningStatements, { timeout: 2_000 }).toEqual([]);
      expect(service.output()).not.toMatch(/uncaught|unhandled/i);
    });
  });
});
