/** Connections to PostgreSQL that end while they are used. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, post, send } from "../../support/http";
import { startClients } from "../../support/load";
import { openMixedClient } from "../../support/mixed-client";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { expectAnswerRules } from "../../support/response-rules";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization("broken");
let service: Service;
beforeAll(async () => {
  service = await startService("node", inject("databaseUrl"));
});
afterAll(() => service?.kill());

const isLive = async () => (await send(service.origin, { path: "/me", token: acme.token("rea") })).status === 200;

/** Every connection of the program, in all processes; how many there were. */
async function terminateAll(): Promise<number> {
  const ended = await sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
    "public-records-api",
  ]);
  return ended.length;
}

it("under load: at most one failure for each connection, none of them a read, and the process lives", async () => {
  const client = await openMixedClient(acme, () => service.origin);
  let asked = 0;
  const reads: Answer[] = [];
  const load = startClients(12, async () => {
    const index = asked++;
    const answer = await client(index);
    if (index % 5 !== 4) reads.push(answer);
    return answer;
  });
  let terminated = 0;
  for (let round = 0; round < 5; round += 1) {
    await load.more(100);
    terminated += await terminateAll();
  }
  await load.more(100);
  const answers = (await load.stop()).map(({ answer }) => answer);
  const { "200": read = 0, "201": written = 0, "500 SERVER_ERROR": failed = 0 } = tally(answers);
  expect(read + written + failed).toBe(answers.length);
  expect(failed).toBeLessThanOrEqual(terminated);
  expect(tally(reads)).toEqual({ "200": reads.length });
  expect(await isLive()).toBe(true);
});

describe("inside a transaction", () => {
  /** Somebody else holds the key, so that the create's transaction waits in the middle. */
  async function createHeldUp(key: string, then: () => Promise<unknown>): Promise<Answer> {
    const token = await acme.issue("wim");
    const holder = new pg.Client({ connectionString: inject("databaseUrl") });
    await holder.connect();
    await holder.query("begin");
    await holder.query("insert into idempotency_keys (token_id, key, body_hash) values ($1, $2, sha256(''))", [
      token.id,
      key,
    ]);
    const call = post(
      recordsPath("samples"),
      { data: { name: key } },
      { token: token.text, headers: { "idempotency-key": key } },
    );
    const pending = send(service.origin, call);
    await expect.poll(waitingForLocks).toHaveLength(1);
    await then();
    const answer = await pending;
    await holder.query("rollback");
    await holder.end();
    expectAnswerRules(answer, call, "after the gate");
    return answer;
  }
  const waitingForLocks = () =>
    sql<{ pid: number }>("select pid from pg_stat_activity where wait_event_type = 'Lock' and application_name <> ''");

  it("the request fails, nothing is written, and the process lives", async () => {
    const answer = await createHeldUp("held-up", terminateAll);
    expect(answer.status).toBe(500);
    expect(await isLive()).toBe(true);
    expect(service.output()).not.toMatch(/uncaught|unhandled/i);
    expect(await sql("select from records where data->>'name' = 'held-up'")).toEqual([]);
    expect(await sql("select from idempotency_keys where key = 'held-up'")).toEqual([]);
  });
});
