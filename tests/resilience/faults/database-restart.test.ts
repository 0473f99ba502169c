/** PostgreSQL restarts under writes: what was answered is there, and nothing is there by half. */
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { patch, post, send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { dataOf, type Made, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { startDatabaseServer, stopDatabaseServer } from "../../support/own-database-server";
import { openService } from "../../support/own-service";
import { tally } from "../../support/parallel";

const RESTARTS = figure(3, 10);
const WRITERS = 8;

const acme = await openOrganization("restart");
const token = acme.token("wim");
const service = openService();

type Row = { id: string; name: string; integer: number | null; search: string; version: string };
const stored = () =>
  sql<Row>(
    `select r.id, r.data->>'name' as name, (r.data->>'integer')::int as integer, r.search_text as search, r.version
     from records r join entities e on e.id = r.entity_id where e.organization_id = $1`,
    [acme.id],
  );

it("200 and 201 mean written, 500 means written or not, and a record is never a mixture", async () => {
  const records: Made[] = [];
  for (let writer = 0; writer < WRITERS; writer += 1)
    records.push(await acme.create("wim", "samples", { name: "name 0", integer: 0 }));
  /** By record: the value that was last answered 200, and those after it that were answered 500. */
  const possible = new Map(records.map(({ id }) => [id, new Set([0])]));
  const created = new Set<string>();
  let last = 0;
  const load = startClients(WRITERS * 2, async (index) => {
    last += 1;
    const value = last;
    const data = { name: `name ${value}`, integer: value };
    const record = records[index];
    if (record === undefined) {
      const headers: Record<string, string> = value % 2 === 0 ? {} : { "idempotency-key": `restart-${value}` };
      const answer = await send(service.origin, post(recordsPath("samples"), { data }, { token, headers }));
      if (answer.status === 201) created.add(dataOf<RecordView>(answer).id);
      return answer;
    }
    possible.get(record.id)?.add(value);
    const answer = await send(service.origin, patch(record.path, data, { token }));
    if (answer.status === 200) possible.set(record.id, new Set([value]));
    return answer;
  });
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await load.more(200);
    await stopDatabaseServer();
    await startDatabaseServer();
  }
  await load.more(200);
  const answers = (await load.stop()).map(({ answer }) => answer);

  const { "200": updates = 0, "201": creates = 0, "500 SERVER_ERROR": failures = 0 } = tally(answers);
  expect(updates + creates + failures).toBe(answers.length);
  expect(Math.min(updates, creates, failures)).toBeGreaterThan(0);
  const rows = await stored();
  const ids = new Set(rows.map(({ id }) => id));
  expect([...created].filter((id) => !ids.has(id))).toEqual([]);
  for (const { id, name, integer, search } of rows) {
    expect([name, search.includes(`name ${integer}`)]).toEqual([`name ${integer}`, true]);
    if (possible.has(id)) expect([...(possible.get(id) ?? [])]).toContain(integer);
  }
  const kept = await sql<{ id: string }>(
    "select outcome->>'id' as id from idempotency_keys where key like 'restart-%'",
  );
  expect(kept.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(service.output().match(/.*(uncaught|unhandled).*/gi)).toBeNull();
});
