/** PostgreSQL is there and refuses: a deadlock, no room for connections, read-only after a failover. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openTransaction, sql } from "../../support/database-client";
import { type Call, patch, post, send, sendTo } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { expectAnswerRules } from "../../support/response-rules";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization("refusing");
const token = acme.token("ada");

/** A login of its own for the service under test, so that what is set for it disturbs nobody else. */
const ROLE = `guest_${randomBytes(4).toString("hex")}`;
const url = new URL(inject("databaseUrl"));
url.username = ROLE;
url.password = "guest";
let service: Service;

beforeAll(async () => {
  await sql(`create role ${ROLE} login superuser password 'guest'`);
  service = await startService("node", url.href);
});
afterAll(async () => {
  await service?.kill();
  await sql(`drop role if exists ${ROLE}`);
});

const create = (name: string): Call => post(recordsPath("samples"), { data: { name } }, { token });
const endConnections = () =>
  sql("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1", [ROLE]);

it("a deadlock that an update loses is retried, and the update is made", async () => {
  const account = await acme.create("ada", "accounts", { name: "locked" });
  const deal = await acme.create("ada", "deals", { title: "mover" });
  const lock = (id: string) => `select from records where id = '${id}' for update`;
  const other = await openTransaction("set deadlock_timeout = '60s'", lock(account.id));
  // Has the deal, waits for the account.
  const pending = send(service.origin, patch(deal.path, { account: account.id }, { token }, deal.etag));
  const waiting = () => sql("select from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'", [ROLE]);
  await expect.poll(waiting).toHaveLength(1);
  // Has the account, waits for the deal: PostgreSQL undoes the one that looks first.
  await other.query(lock(deal.id));
  await other.end();
  expect((await pending).status).toBe(200);
  expect((await acme.read("ada", deal.path)).data.account).toBe(account.id);
});

it("a record that another transaction holds is 429 for those who write it, with nothing written, and free afterwards", async () => {
  const deal = await acme.create("ada", "deals", { title: "held" });
  const free = await acme.create("ada", "deals", { title: "free" });
  const data = { title: "written" };
  const update = { op: "update", ifMatch: "*", data };
  const operations = [
    { ...update, id: free.id },
    { ...update, id: deal.id },
  ];
  const calls: Call[] = [
    patch(deal.path, data, { token }),
    { method: "DELETE", path: deal.path, token, headers: { "if-match": "*" } },
    post(`${recordsPath("deals")}/batch`, { operations, atomic: false }, { token }),
  ];
  const other = await openTransaction(`select from records where id = '${deal.id}' for update`);
  const answers = await Promise.all(calls.map((call) => send(service.origin, call)));
  for (const { path } of [deal, free]) expect((await send(service.origin, { path, token })).status).toBe(200);
  await other.end();

  expect(tally(answers)).toEqual({ "429 RATE_LIMITED": 3 });
  for (const [index, answer] of answers.entries()) {
    expectAnswerRules(answer, { path: String(calls[index]?.path) }, "after the gate");
    expect(answer.headers["retry-after"]).toBe("1");
  }
  expect((await acme.read("ada", deal.path)).data.title).toBe("held");
  expect((await acme.read("ada", free.path)).data.title).toBe("free");
  expect((await send(service.origin, calls[0] as Call)).status).toBe(200);
});

it("no room for connections is 500 for those who get none, and ends once there is room", async () => {
  await sql(`alter role ${ROLE} nosuperuser connection limit 0`);
  await endConnections();
  try {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(service.origin, { path: "/me", token })));
    expect(tally(answers)).toEqual({ "500 SERVER_ERROR": 20 });
    for (const answer of answers) {
      expectAnswerRules(answer, { path: "/me" }, "after the gate");
      expect(answer.headers["retry-after"]).toBe("1");
    }
    expect((await sendTo(service.origin, "/api/health/live", {})).status).toBe(200);
    expect((await sendTo(service.origin, "/api/health/ready", {})).status).toBe(503);
  } finally {
    await sql(`alter role ${ROLE} superuser connection limit -1`);
  }
  expect((await send(service.origin, { path: "/me", token })).status).toBe(200);
});

it("while the database is read-only, writes are 500 and leave nothing, reads continue, and writes work again afterwards", async () => {
  const record = await acme.create("ada", "samples", { name: "readable" });
  await sql(`alter role ${ROLE} set default_transaction_read_only = on`);
  await endConnections();
  try {
    const [written, read] = await Promise.all([
      send(service.origin, create("refused")),
      send(service.origin, { path: record.path, token }),
    ]);
    expect([written?.status, read?.status]).toEqual([500, 200]);
    if (written !== undefined) expectAnswerRules(written, create("refused"), "after the gate");
  } finally {
    await sql(`alter role ${ROLE} reset default_transaction_read_only`);
    await endConnections();
  }
  expect(await sql("select from records where data->>'name' = 'refused'")).toEqual([]);
  expect((await send(service.origin, create("accepted"))).status).toBe(201);
});
