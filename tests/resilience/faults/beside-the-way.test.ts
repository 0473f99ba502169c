/** What goes on beside requests may fail or be slow, and no request hears of it: notes of use, the log, the clocks of hosts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openTransaction, sql } from "../../support/database-client";
import { freePort } from "../../support/free-port";
import { type Answer, send, sendTo } from "../../support/http";
import { dataOf, openOrganization, type Page, type RecordView, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";
import { tally } from "../../support/parallel";
import { environmentOf, startService } from "../../support/service";

const acme = await openOrganization("beside");
const token = acme.token("wim");

describe("the notes of what tokens did", () => {
  const service = openService();

  it.each([
    ["token_uses", "the last uses of some tokens were not noted", "token_id", "wim"],
    ["token_addresses", "the addresses of some tokens were not noted", "token_id", "wim"],
    ["token_verb_uses", "what some tokens used was not noted", "token_id", "wim"],
    ["token_usage", "the calls of some tokens were not counted", "token_id", "wim"],
    // Of somebody who has asked for nothing yet.
    ["member_usage", "the requests of some members were not counted", "member_id", "una"],
    ["token_calls", "some calls of tokens were not kept", "token_id", "wim"],
  ] as const)("in %s cannot be written, yet every request gets its response", async (table, failure, whose, who) => {
    // A verb is used on an entity.
    const path = table === "token_verb_uses" ? `${recordsPath("samples")}?limit=1` : "/me";
    const own = await acme.issue(who);
    const holder = await openTransaction(`lock table ${table} in access exclusive mode`);
    onTestFinished(() => holder.end());
    const answers: Answer[] = [];
    // Until a write of notes has been given up.
    while (!service.output().includes(failure)) {
      answers.push(await send(service.origin, { path, token: own.text }));
    }
    // If requests waited for their notes, the first would have waited until then.
    expect(answers.length).toBeGreaterThan(1);
    expect(tally(answers)).toEqual({ "200": answers.length });
    await holder.query("rollback");
    await send(service.origin, { path, token: own.text });
    const id = whose === "token_id" ? own.id : own.memberId;
    const noted = () => sql(`select from ${table} where ${whose} = $1 limit 1`, [id]);
    await expect.poll(noted).not.toEqual([]);
  });
});

it("a log that nobody reads delays neither requests nor the end of the process", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    env: environmentOf(inject("databaseUrl"), port),
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.pause();
  const exited = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    sendTo(origin, "/api/health/ready", {}).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
  // Several times what a pipe holds.
  for (let batch = 0; batch < 40; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send(origin, { path: "/me", token, headers: { "x-request-id": "x".repeat(200) } }),
      ),
    );
    expect(tally(answers)).toEqual({ "200": 50 });
  }
  child.kill("SIGTERM");
  await exited;
});

it("clocks five minutes fast and five minutes slow: expiry and times of records are the database's, waits stay between 1 and 60 seconds, cursors pass between hosts", async () => {
  const at = (minutes: number) => {
    const code = `const now = Date.now.bind(Date); const skew = ${minutes} * 60000; const Real = Date;
      globalThis.Date = class extends Real { constructor(...given) { given.length === 0 ? super(now() + skew) : super(...given); } static now() { return now() + skew; } };`;
    return startService("node", inject("databaseUrl"), {
      NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(code).toString("base64")}`,
      RATE_LIMIT_REQUESTS_PER_MINUTE: "10",
    });
  };
  const [fast, slow] = await Promise.all([at(5), at(-5)]);
  for (const host of [fast, slow]) onTestFinished(host.kill);
  const inTwoMinutes = await acme.issue("wim", { expires: new Date(Date.now() + 120_000).toISOString() });
  const twoMinutesAgo = await acme.issue("wim", { expires: new Date(Date.now() - 120_000).toISOString() });
  const ask = (service: typeof fast, text: string, path = "/me") => send(service.origin, { path, token: text });
  expect((await ask(fast, inTwoMinutes.text)).status).toBe(200);
  expect((await ask(slow, twoMinutesAgo.text)).status).toBe(401);
  for (const [service, name] of [
    [fast, "by the fast one"],
    [slow, "by the slow one"],
  ] as const) {
    const json = { data: { name } };
    const answer = await send(service.origin, { method: "POST", path: recordsPath("samples"), token, json });
    const { created } = dataOf<RecordView>(answer);
    expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(30_000);
  }
  const path = `${recordsPath("samples")}?limit=1`;
  const first = dataOf<Page>(await ask(fast, inTwoMinutes.text, path));
  const cursor = encodeURIComponent(String(first.nextCursor));
  const second = dataOf<Page>(await ask(slow, inTwoMinutes.text, `${path}&cursor=${cursor}`));
  expect([...first.items, ...second.items].map((item) => item.data.name)).toEqual([
    "by the slow one",
    "by the fast one",
  ]);
  const spent = (await acme.issue("wim")).text;
  for (const service of [fast, slow]) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(service, spent)));
    const waits = answers.filter(({ status }) => status === 429).map(({ headers }) => Number(headers["retry-after"]));
    expect(waits.length).toBeGreaterThan(0);
    expect(waits.every((wait) => wait >= 1 && wait <= 60)).toBe(true);
  }
});
