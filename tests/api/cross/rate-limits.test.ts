/** Both windows, over a service with small ones (spec: Limits; contract § 3). No row waits for a window to pass, and none crosses a minute of the clock. */
import { beforeEach, describe, expect } from "vitest";
import { roomInMinute } from "../../support/clock-minute";
import { type Answer, type Call, post, send } from "../../support/http";
import { type IssuedTo, openOrganization, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";
import { rowsOf } from "../../support/scenario";
import { UNKNOWN_ID } from "../../support/views";

/** No row takes longer, on a busy machine either. */
const ROW_MS = 5_000;
const REQUESTS = 5;
const FAILURES = 3;
const SMALL = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: String(REQUESTS),
  RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: String(FAILURES),
};

const acme = await openOrganization();
const direct = openService(SMALL);
const proxied = openService({ ...SMALL, TRUSTED_PROXY_HOPS: "2" });
beforeEach(() => roomInMinute(ROW_MS));

const row = rowsOf(acme, () => direct.origin);
const behindProxies = rowsOf(acme, () => proxied.origin);
const issue = () => acme.issue("rea");

/** A loopback address, and one behind the proxies, that no other row uses. */
let lastAddress = 10;
const newAddress = () => {
  lastAddress += 1;
  return `127.0.0.${lastAddress}`;
};
const forwarded = (...entries: string[]) => ({ "x-forwarded-for": entries.join(", ") });
const PROXY = "10.0.0.1";

const LIMITED = { status: 429, code: "RATE_LIMITED" };
const RETRY_AFTER = /^([1-9]|[1-5]\d|60)$/;
const me = (token: IssuedTo) => ({ path: "/me", token: token.text });
const meFrom = ({ from, token }: { from: string; token: IssuedTo }) => ({ ...me(token), from });
const badFrom = (from: string) => ({ path: "/me", token: "bad", from });
const badAs = (headers: Record<string, string>) => ({ path: "/me", token: "bad", headers });

/** The seconds to wait, as the reset has them. */
function expectAgreement({ headers }: Answer): void {
  const wait = Number(headers["x-ratelimit-reset"]) - Date.now() / 1000;
  expect(Math.abs(wait - Number(headers["retry-after"]))).toBeLessThanOrEqual(2);
}

const limitOf = ({ headers }: Answer) => [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]];

async function repeat(times: number, make: (time: number) => Call, service = direct): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await send(service.origin, make(time))).status);
  return statuses;
}

const fail = (from: string) => repeat(FAILURES, () => badFrom(from));
const failAs = (headers: Record<string, string>, times = FAILURES) => repeat(times, () => badAs(headers), proxied);

/** An address of which every failure is spent, and a token that worked there before, where it did. */
async function spent(token?: IssuedTo) {
  const from = newAddress();
  if (token !== undefined) expect(await repeat(1, () => meFrom({ from, token }))).toEqual([200]);
  await fail(from);
  return { from, token: token ?? (await issue()) };
}

describe("requests per token", () => {
  row("one more is 429 with the seconds to wait, which agree with the reset", {
    given: async () => {
      const token = await issue();
      const counted = [];
      for (let time = 0; time < REQUESTS; time += 1) counted.push(limitOf(await send(direct.origin, me(token))));
      expect(counted).toEqual(["4", "3", "2", "1", "0"].map((remaining) => ["5", remaining]));
      return token;
    },
    request: me,
    expect: { ...LIMITED, headers: { "x-ratelimit-remaining": "0", "retry-after": RETRY_AFTER } },
    after: expectAgreement,
  });

  row("refused requests do not put the reset off", {
    given: async () => {
      const token = await issue();
      await repeat(REQUESTS, () => me(token));
      const first = await send(direct.origin, me(token));
      await repeat(20, () => me(token));
      return { token, reset: Number(first.headers["x-ratelimit-reset"]) };
    },
    request: ({ token }) => me(token),
    expect: LIMITED,
    after: (answer, { reset }) => expect(Number(answer.headers["x-ratelimit-reset"])).toBeLessThanOrEqual(reset + 1),
  });

  row("400, 403 and 404 count and carry the window too", {
    given: issue,
    request: (token) => ({ path: `${recordsPath("deals")}?limit=0`, token: token.text }),
    expect: { status: 400, code: "INVALID_LIMIT", headers: { "x-ratelimit-remaining": "4" } },
    after: async (_, token) => {
      const paths = [`${recordsPath("deals")}/${UNKNOWN_ID}`, "/entities/nothing"];
      const forbidden = await send(direct.origin, post(recordsPath("deals"), {}, { token: token.text }));
      expect([forbidden.status, ...limitOf(forbidden)]).toEqual([403, "5", "3"]);
      for (const [index, path] of paths.entries()) {
        const answer = await send(direct.origin, { path, token: token.text });
        expect([answer.status, ...limitOf(answer)]).toEqual([404, "5", String(2 - index)]);
      }
    },
  });

  row("unknown paths and wrong methods do not count", {
    given: async () => {
      const token = await issue();
      expect(await repeat(5, () => ({ path: "/nowhere", token: token.text }))).toEqual([404, 404, 404, 404, 404]);
      expect(await repeat(2, () => ({ ...me(token), method: "PUT" }))).toEqual([405, 405]);
      return token;
    },
    request: me,
    expect: { status: 200, headers: { "x-ratelimit-remaining": "4" } },
  });

  row("wrong secrets for a token do not spend its window", {
    given: async () => {
      const token = await issue();
      await repeat(2, () => ({ path: "/me", token: `${token.text.slice(0, -1)}!`, from: newAddress() }));
      return token;
    },
    request: me,
    expect: { status: 200, headers: { "x-ratelimit-remaining": "4" } },
  });

  row("a 304 counts and carries the window", {
    given: async () => ({ token: await issue(), record: await acme.create("ada", "samples", { name: "x" }) }),
    request: ({ token, record }) => ({
      path: record.path,
      token: token.text,
      headers: { "if-none-match": record.etag },
    }),
    expect: { status: 304, headers: { "x-ratelimit-remaining": "4" } },
  });
});

describe("failed authentications per address", () => {
  row("after the last one allowed the address gets 429", {
    given: async () => {
      const from = newAddress();
      expect(await fail(from)).toEqual([401, 401, 401]);
      return from;
    },
    request: badFrom,
    expect: {
      ...LIMITED,
      headers: { "x-ratelimit-limit": "3", "x-ratelimit-remaining": "0", "retry-after": RETRY_AFTER },
    },
    after: expectAgreement,
  });

  row("every reason of a 401 counts, and no credentials do", {
    given: async () => {
      const from = newAddress();
      const revoked = await acme.issue("rea", { revoked: "2020-01-01T00:00:00Z" });
      const texts = [revoked.text, acme.token("ina"), undefined];
      expect(await repeat(3, (time) => ({ path: "/me", token: texts[time], from }))).toEqual([401, 401, 401]);
      return from;
    },
    request: badFrom,
    expect: LIMITED,
  });

  row("on a spent address a right secret that was never seen there is refused", {
    given: () => spent(),
    request: meFrom,
    expect: { ...LIMITED, headers: { "x-ratelimit-limit": "3" } },
  });

  row("a token that was verified from the address a moment ago goes on, in its own window", {
    given: async () => spent(await issue()),
    request: meFrom,
    expect: { status: 200, headers: { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "3" } },
  });

  row("such a token is still verified in full: with a changed secret it is 429", {
    given: async () => spent(await issue()),
    request: ({ from, token: { text } }) => ({
      ...badFrom(from),
      token: `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`,
    }),
    expect: LIMITED,
  });

  row("having been verified from another address does not help", {
    given: async () => {
      const token = await issue();
      await repeat(1, () => meFrom({ from: newAddress(), token }));
      return { from: (await spent()).from, token };
    },
    request: meFrom,
    expect: LIMITED,
  });

  row("a spent address comes before a bad token and after an unknown path", {
    given: () => spent(),
    request: ({ from }) => ({ path: "/nowhere", token: "bad", from }),
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
    stage: "before the gate",
    after: async (_, { from }) => {
      expect((await send(direct.origin, { method: "PUT", path: "/me", from })).status).toBe(405);
      expect((await send(direct.origin, badFrom(from))).status).toBe(429);
    },
  });

  row("headers that name another address do not reset the window", {
    given: async () => {
      const from = newAddress();
      const names = ["x-forwarded-for", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-vercel-forwarded-for"];
      const spoofed = (time: number) => ({
        forwarded: `for=203.0.113.${time}`,
        ...Object.fromEntries(names.map((name) => [name, `203.0.113.${time}`])),
      });
      const bad = (time: number) => ({ ...badFrom(from), headers: spoofed(time) });
      expect(await repeat(FAILURES, bad)).toEqual([401, 401, 401]);
      return bad(99);
    },
    request: (bad) => bad,
    expect: LIMITED,
  });
});

describe("behind two trusted proxies", () => {
  behindProxies("the second entry from the right is the client", {
    given: () => failAs(forwarded("198.51.100.1", PROXY)),
    request: badAs(forwarded("198.51.100.1", PROXY)),
    expect: LIMITED,
    after: async () => {
      const other = await send(proxied.origin, badAs(forwarded("198.51.100.2", PROXY)));
      expect([other.status, ...limitOf(other)]).toEqual([401, "3", "2"]);
    },
  });

  behindProxies("what the client puts in front does not reset the window", {
    given: async () => {
      for (let time = 0; time < FAILURES; time += 1)
        await failAs(forwarded(`203.0.113.${time}`, "198.51.100.3", PROXY), 1);
    },
    request: badAs(forwarded("203.0.113.9", "198.51.100.3", PROXY)),
    expect: LIMITED,
  });

  behindProxies("an IPv6 network of 64 bits shares one window", {
    given: () => failAs(forwarded("2001:db8:1:1::1", PROXY)),
    request: badAs(forwarded("2001:db8:1:1:ffff:ffff:ffff:ffff", PROXY)),
    expect: LIMITED,
  });
});
