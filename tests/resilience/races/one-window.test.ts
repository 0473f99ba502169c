/** Both limits, exact to the request over two processes that share a Redis (spec: Limits). */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, type Call, send } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../../support/redis";
import { type Service, startService } from "../../support/service";

/** The spec's defaults. */
const REQUESTS = 600;
const FAILURES = 60;
const CLIENTS = 50;
const MINUTE_MS = 60_000;

const acme = await openOrganization("window");
let redis: RunningRedis;
let services: Service[] = [];

beforeAll(async () => {
  if (!HAS_REDIS) return;
  // Of its own: in the suite's, the loopback address has failed often enough.
  redis = await startRedis();
  const limits = {
    RATE_LIMIT_REQUESTS_PER_MINUTE: String(REQUESTS),
    RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: String(FAILURES),
  };
  const environment = { ...limits, REDIS_URL: redis.url };
  services = await Promise.all([1, 2].map(() => startService("node", inject("databaseUrl"), environment)));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await redis?.stop();
});

/** Over the edge of a clock minute the window slides and lets more pass: then once more, with something fresh to count. */
async function withinOneMinute(times: number, fresh: () => Promise<(index: number) => Call>) {
  for (;;) {
    const make = await fresh();
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const answers: Answer[] = [];
    let asked = 0;
    const client = async () => {
      while (asked < times) {
        const index = asked++;
        answers.push(await send(String(services[index % 2]?.origin), make(index)));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    if (Math.floor(Date.now() / MINUTE_MS) === minute) return answers;
  }
}

describe.skipIf(!HAS_REDIS)(`two processes, one window${HAS_REDIS ? "" : ` (${WITHOUT_REDIS})`}`, () => {
  it(`of 700 requests of a token exactly ${REQUESTS} pass`, async () => {
    const answers = await withinOneMinute(700, async () => {
      const token = (await acme.issue("rea")).text;
      return () => ({ path: "/me", token });
    });
    expect(tally(answers)).toEqual({ "200": REQUESTS, "429 RATE_LIMITED": 100 });
    const left = answers.filter(({ status }) => status === 200).map(({ headers }) => headers["x-ratelimit-remaining"]);
    expect(new Set(left).size).toBe(REQUESTS);
  });

  it("of 700 creates of a token those that are refused create nothing", async () => {
    let name = "";
    const answers = await withinOneMinute(700, async () => {
      const { id, text: token } = await acme.issue("ada");
      name = `of ${id}`;
      return () => ({ method: "POST", path: recordsPath("samples"), token, json: { data: { name } } });
    });
    expect(tally(answers)).toEqual({ "201": REQUESTS, "429 RATE_LIMITED": 100 });
    expect(await sql("select id from records where data->>'name' = $1", [name])).toHaveLength(REQUESTS);
  });

  it(`of 90 failed authentications of an address exactly ${FAILURES} are told why`, async () => {
    let address = 100;
    const answers = await withinOneMinute(90, async () => {
      address += 1;
      return () => ({ path: "/me", token: "wrong", from: `127.0.0.${address}` });
    });
    expect(tally(answers)).toEqual({ "401 INVALID_TOKEN": FAILURES, "429 RATE_LIMITED": 30 });
  });
});
