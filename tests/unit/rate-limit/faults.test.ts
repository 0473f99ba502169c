import type { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/lib/process/env";
import type { Window } from "@/lib/rate-limit/limiter";
import { type Limiters, openLimiters, type RateLimitEnv } from "@/lib/rate-limit/open";
import { type FaultyServer, startFaultyServer } from "../../support/faulty-server";
import { freePort } from "../../support/free-port";

/** 2030-01-01T12:00:00Z */
const NOON_SECONDS = 1_893_499_200;
const LIMIT = 5;
const LIMITS = { ...parseEnv({}), RATE_LIMIT_REQUESTS_PER_MINUTE: LIMIT, RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: LIMIT };

type Fault = { name: string; onData: ((socket: Socket) => void) | "nobody listens" };

const ANY_PROTOCOL: Fault[] = [
  { name: "refuses connections", onData: "nobody listens" },
  { name: "accepts and stays silent", onData: () => undefined },
  { name: "closes every connection", onData: (socket) => socket.destroy() },
  {
    name: "answers with bytes of no protocol",
    onData: (socket) => socket.write(Buffer.from("\xff\x00?!\r\n", "latin1")),
  },
];

const REDIS: Fault[] = [
  ...ANY_PROTOCOL,
  {
    name: "answers after half a second",
    onData: (socket) => setTimeout(() => socket.write("*3\r\n:1\r\n:1\r\n:0\r\n"), 500),
  },
  { name: "answers WRONGTYPE", onData: (socket) => socket.write("-WRONGTYPE Operation against a key\r\n") },
  { name: "answers NOSCRIPT to everything", onData: (socket) => socket.write("-NOSCRIPT No matching script\r\n") },
  { name: "answers a number", onData: (socket) => socket.write(":1\r\n") },
  { name: "answers nothing", onData: (socket) => socket.write("$-1\r\n") },
  { name: "answers with one count only", onData: (socket) => socket.write("*2\r\n:1\r\n:1\r\n") },
  { name: "neither counts nor refuses", onData: (socket) => socket.write("*3\r\n:6\r\n:1\r\n:0\r\n") },
  { name: "answers a list of texts", onData: (socket) => socket.write("*3\r\n+1\r\n+many\r\n+five\r\n") },
  { name: "speaks HTTP", onData: http("400 Bad Request", "") },
];

const UPSTASH: Fault[] = [
  ...ANY_PROTOCOL,
  { name: "answers after half a second", onData: (socket) => setTimeout(() => http("200 OK", "{}")(socket), 500) },
  { name: "answers 500", onData: http("500 Internal Server Error", '{"error":"down"}') },
  { name: "answers 200 with a page", onData: http("200 OK", "<html></html>") },
  { name: "answers WRONGTYPE", onData: http("400 Bad Request", '{"error":"WRONGTYPE Operation against a key"}') },
  { name: "answers an empty object", onData: http("200 OK", "{}") },
  { name: "answers a text", onData: http("200 OK", '{"result":"Aborted"}') },
  { name: "answers with one count only", onData: http("200 OK", '{"result":[0,0]}') },
  { name: "answers with half a count", onData: http("200 OK", '{"result":[1,0.5,0]}') },
];

const PROTOCOLS: { name: string; faults: Fault[]; variables: (address: string) => Partial<RateLimitEnv> }[] = [
  { name: "Redis", faults: REDIS, variables: (address) => ({ REDIS_URL: `redis://${address}` }) },
  {
    name: "Upstash",
    faults: UPSTASH,
    variables: (address) => ({ UPSTASH_REDIS_REST_URL: `http://${address}`, UPSTASH_REDIS_REST_TOKEN: "token" }),
  },
];

let server: FaultyServer | undefined;
let limiters: Limiters;
let reports: string[];

async function openAt(fault: Fault, variables: (address: string) => Partial<RateLimitEnv>): Promise<void> {
  server = fault.onData === "nobody listens" ? undefined : await startFaultyServer(fault.onData);
  reports = [];
  limiters = openLimiters(
    { ...LIMITS, ...variables(server?.address ?? `127.0.0.1:${await freePort()}`) },
    { report: { opened: () => reports.push("opened"), closed: () => reports.push("closed") } },
  );
}

afterEach(async () => {
  vi.useRealTimers();
  await limiters.close();
  await server?.stop();
});

for (const { name: protocol, faults, variables } of PROTOCOLS) {
  describe.each(faults)(`${protocol} $name`, (fault) => {
    // Each would wait for a fifth of a second: ten seconds in all.
    it("makes only the first call wait", async () => {
      await openAt(fault, variables);
      const began = performance.now();
      await limiters.requests.take("a");
      for (let call = 0; call < 50; call++) await limiters.failures.take("a", 0);
      expect(performance.now() - began).toBeLessThan(5_000);
    });

    it("holds the limit and sane headers, reports once and counts what it missed", async () => {
      await openAt(fault, variables);
      vi.useFakeTimers({ toFake: ["Date"], now: NOON_SECONDS * 1000 + 20_500 });
      const windows: Window[] = [];
      for (let call = 0; call < LIMIT + 2; call++) windows.push(await limiters.requests.take("a"));

      expect(windows.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false, false]);
      expect(windows.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0]);
      for (const window of windows) {
        expect(window).toMatchObject({ limit: 5, reset: NOON_SECONDS + 60, retryAfter: 40 });
      }
      expect(await limiters.requests.take("a", 0)).toMatchObject({ allowed: false, limit: 5, remaining: 0 });
      expect(limiters.degraded()).toBe(8);
      expect(reports).toEqual(["opened"]);
    });
  });
}

it("replaces a connection that has fallen silent", async () => {
  await openAt({ name: "", onData: () => undefined }, (address) => ({ REDIS_URL: `redis://${address}` }));
  await limiters.requests.take("a");
  await vi.waitFor(() => expect(server?.connections()).toBe(2), { timeout: 20_000 });
});

function http(status: string, body: string) {
  return (socket: Socket) =>
    socket.write(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
}
