/**
 * Redis in every kind of trouble (contract § 3): no request fails, the limit is held by each process
 * on its own, and the headers stay sane.
 */
import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { type Answer, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { openOrganization } from "../../support/organization";
import { tally } from "../../support/parallel";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../../support/redis";
import { type Relay, startRelay } from "../../support/relay";
import { expectRateLimitHeaders } from "../../support/response-rules";
import { type Service, startService } from "../../support/service";

const LIMIT = 60;
const CLIENTS = 5;

const acme = await openOrganization("redis");

type Setting = { redis: RunningRedis; relay: Relay; service: Service };

async function open(limit: number): Promise<Setting> {
  const redis = await startRedis();
  onTestFinished(redis.stop);
  const relay = await startRelay(redis.url);
  onTestFinished(relay.stop);
  const service = await startService("node", inject("databaseUrl"), {
    REDIS_URL: relay.url,
    RATE_LIMIT_REQUESTS_PER_MINUTE: String(limit),
  });
  onTestFinished(service.kill);
  return { redis, relay, service };
}

async function withRedis(url: string, work: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(url);
  await work(client);
  client.disconnect();
}

/** Every key becomes a list, again and again, as no script expects it. */
const spoil = async ({ redis }: Setting) =>
  withRedis(redis.url, async (client) => {
    for (const key of await client.keys("rate-limit:*")) await client.multi().del(key).rpush(key, "wrong").exec();
  });

const TROUBLES: Record<string, (setting: Setting) => Promise<void> | void> = {
  "refuses connections": ({ relay }) => relay.cut(),
  "takes connections and says nothing": ({ relay }) => relay.hang(),
  "answers two seconds late": ({ relay }) => relay.delay(1_000),
  "forgets everything, scripts included": ({ redis }) =>
    withRedis(redis.url, async (client) => {
      await client.flushall();
      await client.script("FLUSH");
    }),
  "holds values of another type": spoil,
};

describe.skipIf(!HAS_REDIS)(`a Redis that${HAS_REDIS ? "" : ` (${WITHOUT_REDIS})`}`, () => {
  for (const [trouble, cause] of Object.entries(TROUBLES)) {
    it(`${trouble}: no failure, sane headers`, async () => {
      const setting = await open(1_000_000);
      const token = acme.token("rea");
      const load = startClients(CLIENTS, () => send(setting.service.origin, { path: "/me", token }));
      await load.more(50);
      await cause(setting);
      await load.more(1_000);
      const answers = (await load.stop()).map(({ answer }) => answer);
      expect(tally(answers)).toEqual({ "200": answers.length });
      for (const answer of answers) if (answer !== null) expectRateLimitHeaders(answer);
      expect(setting.service.output()).not.toMatch(/uncaught|unhandled/i);
    });
  }

  it("is lost with a window half spent: the process goes on from there, and returns to the shared window", async () => {
    const { relay, service } = await open(LIMIT);
    const token = (await acme.issue("rea")).text;
    const ask = () => send(service.origin, { path: "/me", token });
    const answers: Answer[] = [];
    for (let time = 0; time < LIMIT / 2; time += 1) answers.push(await ask());
    relay.cut();
    for (let time = 0; time < LIMIT; time += 1) answers.push(await ask());
    const { "200": passed = 0, "429 RATE_LIMITED": limited = 0 } = tally(answers);
    expect(passed + limited).toBe(LIMIT * 1.5);
    // Exact within a clock minute; over its edge the window slides.
    expect(passed).toBeGreaterThanOrEqual(LIMIT);
    expect(passed).toBeLessThan(LIMIT * 1.5);
    for (const answer of answers) expectRateLimitHeaders(answer);
    relay.restore();
    const other = acme.token("rea");
    const lines = () => service.output().match(/rate limit store (does not answer|answers again)/g) ?? [];
    await expect
      .poll(async () => (await send(service.origin, { path: "/me", token: other })) && lines(), { timeout: 15_000 })
      .toEqual(["rate limit store does not answer", "rate limit store answers again"]);
  });

  it("limits its user to what docs/deploy.md says counts as any other", async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const [, rules = ""] = /^ACL SETUSER records (.+)$/m.exec(readFileSync("docs/deploy.md", "utf8")) ?? [];
    await withRedis(redis.url, (client) => client.call("ACL", ["SETUSER", "records", ...rules.split(" ")]));
    const url = new URL(redis.url);
    url.username = "records";
    url.password = "password";
    const service = await startService("node", inject("databaseUrl"), {
      REDIS_URL: url.href,
      RATE_LIMIT_REQUESTS_PER_MINUTE: String(LIMIT),
    });
    onTestFinished(service.kill);
    const token = (await acme.issue("rea")).text;
    const answers: Answer[] = [];
    for (let time = 0; time < 10; time += 1) answers.push(await send(service.origin, { path: "/me", token }));
    // A refused secret is counted by address.
    await send(service.origin, { path: "/me", token: `${token.slice(0, -1)}x` });
    expect(tally(answers)).toEqual({ "200": 10 });
    expect(await sendTo(service.origin, "/api/health/ready", {})).toMatchObject({ json: { rateLimitFallbacks: 0 } });
    expect(service.output()).not.toContain("rate limit store");
  });
});
