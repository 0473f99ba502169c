/** The database is gone for a while, and Redis with it. */
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Answer, send, sendTo } from "../../support/http";
import { type Load, startSteadily } from "../../support/load";
import { figure } from "../../support/long";
import { openMixedClient } from "../../support/mixed-client";
import { openOrganization } from "../../support/organization";
import { startDatabaseServer, stopDatabaseServer } from "../../support/own-database-server";
import { openService } from "../../support/own-service";
import { tally } from "../../support/parallel";
import { HAS_REDIS, startRedis, WITHOUT_REDIS } from "../../support/redis";
import { expectAnswerRules } from "../../support/response-rules";
import { startService } from "../../support/service";

const AWAY_MS = figure(5_000, 30_000);
const PER_SECOND = figure(50, 200);
const FAILURES = 20;

const acme = await openOrganization("away");
const service = openService();

const health = async (path: string) => (await sendTo(service.origin, `/api/health/${path}`, {})).status;
const badToken = () => `${acme.token("rea").slice(0, -1)}!`;

describe(`while PostgreSQL is stopped for ${AWAY_MS / 1_000} s, at ${PER_SECOND} requests a second`, () => {
  const refused: Answer[] = [];
  const live = new Set<number>();
  const ready = new Set<number>();
  let whileAway: Load;
  let afterwards: Load;

  beforeAll(async () => {
    const client = await openMixedClient(acme, () => service.origin);
    await stopDatabaseServer();
    try {
      whileAway = startSteadily(PER_SECOND, client);
      for (const end = performance.now() + AWAY_MS; performance.now() < end; await pause(250)) {
        refused.push(await send(service.origin, { path: "/me", token: badToken() }));
        live.add(await health("live"));
        ready.add(await health("ready"));
      }
      await whileAway.stop();
    } finally {
      await startDatabaseServer();
    }
    while ((await client(0)).status !== 200);
    afterwards = startSteadily(PER_SECOND, client);
    await afterwards.more(PER_SECOND);
    await afterwards.stop();
  });

  it("every request is answered 500, in the envelope, with its id", () => {
    expect(tally(whileAway.outcomes.map(({ answer }) => answer))).toEqual({
      "500 SERVER_ERROR": whileAway.outcomes.length,
    });
    expect(whileAway.outcomes.length).toBeGreaterThan((AWAY_MS / 1_000) * PER_SECOND * 0.5);
    for (const { answer } of whileAway.outcomes) {
      if (answer !== null) expectAnswerRules(answer, { path: "/me" }, "after the gate");
    }
  });

  it("a token with a wrong checksum is still 401", () => {
    expect(tally(refused)).toEqual({ "401 INVALID_TOKEN": refused.length });
  });

  it("the process is live and not ready", () => {
    expect([[...live], [...ready]]).toEqual([[200], [503]]);
  });

  it("it recovers by itself, and then nothing fails", async () => {
    const { "500 SERVER_ERROR": failed = 0, "no answer": silent = 0 } = tally(afterwards.outcomes.map((o) => o.answer));
    expect(failed + silent).toBe(0);
    expect(await health("ready")).toBe(200);
  });
});

describe.skipIf(!HAS_REDIS)(`while PostgreSQL and Redis are both gone${HAS_REDIS ? "" : ` (${WITHOUT_REDIS})`}`, () => {
  it("500, and failed authentications are still limited", async () => {
    const redis = await startRedis();
    const both = await startService("node", inject("databaseUrl"), {
      REDIS_URL: redis.url,
      RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: String(FAILURES),
    });
    try {
      expect((await send(both.origin, { path: "/me", token: acme.token("rea") })).status).toBe(200);
      await Promise.all([redis.stop(), stopDatabaseServer()]);
      const load = startSteadily(PER_SECOND, () => send(both.origin, { path: "/me", token: acme.token("rea") }));
      await load.more(PER_SECOND);
      await load.stop();
      expect(tally(load.outcomes.map(({ answer }) => answer))).toEqual({ "500 SERVER_ERROR": load.outcomes.length });
      const failures: Answer[] = [];
      for (let time = 0; time < FAILURES + 10; time += 1)
        failures.push(await send(both.origin, { path: "/me", token: badToken(), from: "127.0.0.9" }));
      const { "401 INVALID_TOKEN": told = 0, "429 RATE_LIMITED": limited = 0 } = tally(failures);
      expect(told + limited).toBe(FAILURES + 10);
      // The edge of a clock minute lets a few more pass.
      expect(told).toBeLessThan(FAILURES + 5);
    } finally {
      await startDatabaseServer();
      await both.stop();
    }
  });
});
