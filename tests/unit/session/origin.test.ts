/** Whose requests are this service's own. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { isOwnOrigin, ownOrigins } from "@/lib/http/origin";
import { parseEnv } from "@/lib/process/env";

let environment: Record<string, string> = {};
vi.mock("@/lib/process/env", async (original) => {
  const module = await original<typeof import("@/lib/process/env")>();
  return { ...module, env: () => module.parseEnv(environment) };
});
afterEach(() => {
  environment = {};
});

const isOwn = (headers: Record<string, string>) => isOwnOrigin(new Headers(headers));

describe("behind a proxy that ends TLS", () => {
  const PUBLIC = { APP_URL: "https://tokens.example.test/" };

  it("the public origin is its own, whatever host the proxy asks under", () => {
    environment = PUBLIC;
    expect(isOwn({ origin: "https://tokens.example.test", host: "10.0.0.7:3000" })).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ["no origin", { host: "tokens.example.test" }],
    ["an origin without a name", { origin: "null", host: "null" }],
    ["the public host without TLS", { origin: "http://tokens.example.test", host: "tokens.example.test" }],
    ["whatever host was asked", { origin: "https://evil.test", host: "evil.test" }],
    ["the machine's own name", { origin: "http://localhost:3000", host: "localhost:3000" }],
    ["a host that begins alike", { origin: "https://tokens.example.test.evil.test", host: "tokens.example.test" }],
    ["a forwarded host", { origin: "https://evil.test", host: "localhost:3001", "x-forwarded-host": "evil.test" }],
    ["another scheme", { origin: "chrome-extension://tokens.example.test", host: "tokens.example.test" }],
    ["a name of ours before a host of others", { origin: "https://tokens.example.test@evil.test" }],
    ["two origins", { origin: "https://tokens.example.test, https://evil.test" }],
  ])("%s is not", (_what, headers) => {
    environment = PUBLIC;
    expect(isOwn(headers)).toBe(false);
  });

  it("the further origins of APP_ORIGINS are its own, and no others", () => {
    environment = { ...PUBLIC, APP_ORIGINS: "https://a.example.test, https://b.example.test:8443" };
    expect(ownOrigins()).toEqual([
      "https://tokens.example.test",
      "https://a.example.test",
      "https://b.example.test:8443",
    ]);
    expect(isOwn({ origin: "https://b.example.test:8443" })).toBe(true);
    expect(isOwn({ origin: "https://b.example.test" })).toBe(false);
  });
});

it.each([
  ["by default", {}, "3000"],
  ["on another port", { PORT: "3001" }, "3001"],
  ["with an address of this machine", { APP_URL: "http://127.0.0.1:3002", PORT: "1" }, "3002"],
])(
  "on a machine of one's own, %s, every name of the machine is the same, and the port counts",
  (_what, source, port) => {
    environment = source;
    for (const host of ["localhost", "127.0.0.1", "[::1]"])
      expect(isOwn({ origin: `http://${host}:${port}` })).toBe(true);
    expect(isOwn({ origin: `https://localhost:${port}` })).toBe(false);
    expect(isOwn({ origin: "http://localhost:4000", host: "localhost:4000" })).toBe(false);
    expect(isOwn({ origin: `http://192.168.1.5:${port}`, host: `192.168.1.5:${port}` })).toBe(false);
    expect(isOwn({ origin: `http://localhost.evil.test:${port}` })).toBe(false);
  },
);

it("an address without a port is that of its scheme", () => {
  expect(parseEnv({ APP_URL: "https://records.example:443" }).APP_URL).toBe("https://records.example");
  environment = { APP_URL: "https://records.example:443" };
  expect(ownOrigins()).toEqual(["https://records.example"]);
});
