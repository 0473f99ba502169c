/** Whose requests are this service's own. */
import { expect, it } from "vitest";
import { isOwnOrigin } from "@/lib/session/origin";

process.env.APP_URL = "https://tokens.example.test/below";

it.each<[string, Record<string, string>]>([
  [
    "the public origin, whatever host a proxy asks under",
    { origin: "https://tokens.example.test", host: "10.0.0.7:3000" },
  ],
  ["the host that was asked", { origin: "http://localhost:3001", host: "localhost:3001" }],
])("%s", (_what, headers) => {
  expect(isOwnOrigin(new Headers(headers))).toBe(true);
});

it.each<[string, Record<string, string>]>([
  ["no origin", { host: "tokens.example.test" }],
  ["an origin without a name", { origin: "null", host: "null" }],
  ["the public host without TLS", { origin: "http://tokens.example.test", host: "10.0.0.7:3000" }],
  ["another port", { origin: "http://localhost:3002", host: "localhost:3001" }],
  ["a host that begins alike", { origin: "https://tokens.example.test.evil.test", host: "tokens.example.test" }],
  ["a forwarded host", { origin: "https://evil.test", host: "localhost:3001", "x-forwarded-host": "evil.test" }],
  ["another scheme", { origin: "chrome-extension://localhost", host: "localhost" }],
  ["a name of the same person, a host of another", { origin: "https://localhost@evil.test", host: "localhost" }],
])("not %s", (_what, headers) => {
  expect(isOwnOrigin(new Headers(headers))).toBe(false);
});
