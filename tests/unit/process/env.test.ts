/** The environment: defaults, and one message that names everything that is wrong with it. */
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/process/env";

it("an empty environment equals one whose variables are empty", () => {
  expect(parseEnv({ DATABASE_URL: "", PORT: "", APP_SECRET: "", REDIS_URL: undefined })).toEqual(parseEnv({}));
  // A port of blanks would be a number: any port.
  expect(parseEnv({ DATABASE_URL: " ", PORT: " ", TRUSTED_PROXY_HOPS: "\t" })).toEqual(parseEnv({}));
});

describe("a variable", () => {
  it.each([
    ["DATABASE_URL", "postgres://user:word@db:5432/name", "postgres://user:word@db:5432/name"],
    [
      "DATABASE_URL",
      "postgres://user:w@rd@a,b:5433/name?target_session_attrs=read-write",
      "postgres://user:w@rd@a,b:5433/name?target_session_attrs=read-write",
    ],
    ["APP_SECRET", "é".repeat(16), "é".repeat(16)],
    ["APP_ORIGINS", " http://a.example:8080 ,http://b.example, ", ["http://a.example:8080", "http://b.example"]],
    ["TRUSTED_PROXY_HOPS", "10", 10],
    ["PORT", "0", 0],
    ["PORT", "65535", 65_535],
    ["WEBHOOKS_PRIVATE_HOSTS", "receiver.intranet:8443, [::1]:9000,", ["receiver.intranet:8443", "[::1]:9000"]],
    ["CRON_SECRET", "sixteen letters.", "sixteen letters."],
    ["WEB_CONCURRENCY", "64", 64],
  ])("%s may be %s", (name, text, value) => {
    expect(parseEnv({ [name]: text })).toMatchObject({ [name]: value });
  });

  it.each([
    ["DATABASE_URL", "mysql://db/name"],
    ["DATABASE_URL", "postgres://a:5432,b:5432/name"],
    ["DATABASE_URL", "postgres://a:5432,b:5432/name?target_session_attrs=any"],
    ["APP_SECRET", "x".repeat(31)],
    ["APP_URL", "records.example"],
    ["APP_URL", "https://records.example/api"],
    ["APP_ORIGINS", "http://a.example/tokens"],
    ["APP_ORIGINS", "http://a.example http://b.example"],
    ["APP_ORIGINS", "*"],
    ["APP_ORIGINS", "null"],
    ["APP_ORIGINS", "https://a.example"],
    ["RATE_LIMIT_REQUESTS_PER_MINUTE", "0"],
    ["RATE_LIMIT_AUTH_FAILURES_PER_MINUTE", "many"],
    ["TRUSTED_PROXY_HOPS", "11"],
    ["PORT", "65536"],
    ["WEB_CONCURRENCY", "65"],
  ])("%s cannot be %s, and the error names it", (name, text) => {
    expect(() => parseEnv({ [name]: text })).toThrow(new RegExp(`^The environment is not usable:\n  ${name}: .+$`));
  });

  it("APP_URL defaults to this machine on PORT", () => {
    expect(parseEnv({ PORT: "3001" }).APP_URL).toBe("http://localhost:3001");
    expect(parseEnv({ PORT: "3001", APP_URL: "https://records.example" }).APP_URL).toBe("https://records.example");
  });

  it.each(["db", "postgres://one/db,mysql://two/db"])("DATABASE_REPLICA_URLS may not be %s", (text) => {
    const source = { DATABASE_URL: "postgres://zero/db", DATABASE_REPLICA_URLS: text };
    expect(() => parseEnv(source)).toThrow("DATABASE_REPLICA_URLS: must be postgres:// addresses");
  });

  it("DATABASE_REPLICA_URLS go with a DATABASE_URL", () => {
    const DATABASE_REPLICA_URLS = "postgres://one/db, postgresql://two/db";
    expect(() => parseEnv({ DATABASE_REPLICA_URLS })).toThrow("DATABASE_REPLICA_URLS: goes together with DATABASE_URL");
    expect(parseEnv({ DATABASE_URL: "postgres://zero/db", DATABASE_REPLICA_URLS }).DATABASE_REPLICA_URLS).toEqual([
      "postgres://one/db",
      "postgresql://two/db",
    ]);
  });

  it("APP_ORIGINS have the scheme of APP_URL", () => {
    const mixed = { APP_URL: "https://a.example", APP_ORIGINS: "https://b.example,http://c.example" };
    expect(() => parseEnv(mixed)).toThrow("APP_ORIGINS: must have the scheme of APP_URL");
  });

  it.each([[{ UPSTASH_REDIS_REST_URL: "https://redis.example" }], [{ UPSTASH_REDIS_REST_TOKEN: "word" }]])(
    "for Upstash requires the other one: %j",
    (source) => {
      expect(() => parseEnv(source)).toThrow("set both or neither");
    },
  );

  it("that is wrong is named with every other wrong one, without its value", () => {
    const parse = () => parseEnv({ PORT: "99999", APP_SECRET: "short-secret", DATABASE_URL: "mysql://u:pass-word@db" });
    expect(parse).toThrow(
      /DATABASE_URL: must be a postgres:\/\/ address\n.*APP_SECRET: must have at least 32 bytes\n.*PORT: /s,
    );
    expect(parse).not.toThrow(/short-secret|pass-word/);
  });
});
