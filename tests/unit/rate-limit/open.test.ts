import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { type Limiters, openLimiters } from "@/lib/rate-limit/open";
import { type FaultyServer, startFaultyServer } from "../../support/faulty-server";
import { freePort } from "../../support/free-port";

const LIMITS = parseEnv({});

let server: FaultyServer | undefined;
let limiters: Limiters;

async function openUpstash(answer: string): Promise<void> {
  server = await startFaultyServer((socket) => (answer === "" ? socket.destroy() : socket.write(answer)));
  const variables = {
    UPSTASH_REDIS_REST_URL: `http://${server.address}`,
    UPSTASH_REDIS_REST_TOKEN: "secret-of-upstash",
  };
  limiters = openLimiters({ ...LIMITS, ...variables });
}

// The first request of a process loads what makes requests, which is no part of the store's 200 ms.
beforeAll(async () => {
  const nearby = await startFaultyServer((socket) => socket.destroy());
  await fetch(`http://${nearby.address}`).catch(() => undefined);
  await nearby.stop();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await limiters.close();
  await server?.stop();
  server = undefined;
});

describe("the log", () => {
  it("says what failed, without the key, the command or a credential", async () => {
    const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
    const body = '{"error":"ERR max daily request limit exceeded"}';
    await openUpstash(`HTTP/1.1 400 Bad Request\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await limiters.requests.take("key-of-a-token");
    await limiters.requests.take("key-of-a-token");
    expect(warn.mock.calls).toEqual([
      [
        { error: "ERR max daily request limit exceeded" },
        "the rate limit store does not answer: this process counts on its own",
      ],
    ]);
  });

  it("gives the reason at once when nothing is listening, without waiting", async () => {
    const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
    const port = await freePort();
    limiters = openLimiters({ ...LIMITS, REDIS_URL: `redis://:secret-of-redis@127.0.0.1:${port}` });
    await limiters.requests.take("a");
    expect(warn.mock.calls[0]?.[0]).toEqual({ error: `the connection failed: connect ECONNREFUSED 127.0.0.1:${port}` });
  });
});

it("Upstash is asked once per call: a repeated take could count twice", async () => {
  vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  await openUpstash("");
  await limiters.requests.take("a");
  expect(server?.connections()).toBe(1);
});
