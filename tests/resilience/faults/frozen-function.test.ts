/**
 * On a host of functions, which freezes a process once its response has left: nothing that was to be written afterwards is
 * lost, and a cron does what clocks do elsewhere.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { openEvents } from "../../support/event-stream";
import { AT_THE_EDGE, type FunctionHost, startFunctionHost } from "../../support/frozen-host";
import { send, sendTo } from "../../support/http";
import { changesPath } from "../../support/mirror";
import { openOrganization } from "../../support/organization";

const REQUESTS = 100;
const CRON_SECRET = "a secret of the cron";

const acme = await openOrganization("frozen");
let host: FunctionHost;
let origin: string;
const awake: FunctionHost["awake"] = (ask) => host.awake(ask);
const asked = AT_THE_EDGE;

beforeAll(async () => {
  host = await startFunctionHost(inject("databaseUrl"), { CRON_SECRET });
  origin = host.origin;
});
afterAll(() => host?.kill());

it(`of ${REQUESTS} requests no use, no count and no line of the log is lost`, async () => {
  const { id, text: token } = await acme.issue("rea");
  for (let index = 0; index < REQUESTS; index += 1) {
    const answer = await awake(() =>
      send(origin, { path: "/me", token, ...asked, headers: { ...asked.headers, "x-request-id": `frozen ${index}.` } }),
    );
    expect(answer.status).toBe(200);
  }
  const [usage] = await sql<{ ok: number }>("select sum(ok)::int as ok from token_usage where token_id = $1", [id]);
  expect(usage).toEqual({ ok: REQUESTS });
  const [call] = await sql("select request_id from token_calls where token_id = $1 order by id desc limit 1", [id]);
  expect(call).toEqual({ request_id: `frozen ${REQUESTS - 1}.` });
  const [use] = await sql("select last_used_address from token_uses where token_id = $1", [id]);
  expect(use).toEqual({ last_used_address: "203.0.113.7" });
  const logged = Array.from({ length: REQUESTS }, (_, index) => host.output().includes(`"frozen ${index}."`));
  expect(logged.filter(Boolean)).toHaveLength(REQUESTS);
});

it("a follower of changes is not kept waiting, because nothing could wake it", async () => {
  const path = "/entities/samples/changes";
  const token = acme.token("rea");
  const first = await awake(() => send(origin, { path, token, ...asked }));
  const { nextCursor } = (JSON.parse(first.text) as { data: { nextCursor: string } }).data;
  const second = await awake(() => send(origin, { path: `${path}?cursor=${nextCursor}&wait=20`, token, ...asked }));
  expect(second.status).toBe(200);
});

it("a stream ends after ten seconds, and the next one continues", async () => {
  const path = changesPath("samples");
  const token = acme.token("rea");
  const stream = await awake(async () => {
    const opened = await openEvents(origin, { path, token, headers: asked.headers });
    await expect.poll(() => opened.lastId()).not.toBe("");
    await acme.create("ada", "samples", { name: "in time" });
    await opened.untilEvents(1);
    expect(await opened.untilEnd()).toBe("whole");
    return opened;
  });
  await acme.create("ada", "samples", { name: "while frozen" });
  await awake(async () => {
    const next = await openEvents(origin, {
      path,
      token,
      headers: { ...asked.headers, "last-event-id": stream.lastId() },
    });
    const [event] = await next.untilEvents(1);
    expect(event?.data).toHaveProperty("record.data.name", "while frozen");
    expect(await next.untilEnd()).toBe("whole");
  });
});

describe("the cron", () => {
  const call = (headers: Record<string, string>) =>
    awake(() => sendTo(origin, "/api/cron/maintain", { ...asked, headers: { ...asked.headers, ...headers } }));

  it.each([
    ["without its secret", {}],
    ["with another one", { authorization: "Bearer another secret" }],
    ["with the beginning of it", { authorization: `Bearer ${CRON_SECRET.slice(0, -1)}` }],
    ["with a token", { authorization: `Bearer ${acme.token("ada")}` }],
  ])("is refused %s", async (_, headers) => {
    expect((await call(headers as Record<string, string>)).status).toBe(401);
  });

  it("deletes what has expired", async () => {
    const { id } = await acme.issue("rea");
    await sql(
      "insert into token_usage (token_id, hour, ok, refused, limited, failed) values ($1, now() - interval '91 days', 1, 0, 0, 0)",
      [id],
    );
    const answer = await call({ authorization: `Bearer ${CRON_SECRET}` });
    expect(answer.status).toBe(200);
    expect(await sql("select 1 from token_usage where token_id = $1", [id])).toEqual([]);
  });
});
