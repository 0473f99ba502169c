/** PostgreSQL and Redis over TLS whose certificates a private authority has signed, Redis with a password (docs/deploy.md). */
import { spawnSync } from "node:child_process";
import { chownSync, copyFileSync, statSync } from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { readSettings } from "../../../server/embedded/settings";
import { sql } from "../../support/database-client";
import { freePort } from "../../support/free-port";
import { send } from "../../support/http";
import { openOrganization } from "../../support/organization";
import { createPrivateCa, type PrivateCa } from "../../support/private-ca";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../../support/redis";
import { environmentOf, type Service, startService } from "../../support/service";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";

const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0;
const acme = await openOrganization("encrypted");

let folder: TemporaryFolder;
let files: PrivateCa;
let service: Service | undefined;

beforeAll(() => {
  if (!HAS_OPENSSL) return;
  folder = temporaryFolder();
  files = createPrivateCa(folder.path);
});
afterEach(async () => {
  await service?.kill();
  service = undefined;
});
afterAll(() => folder?.remove());

const me = () => send(String(service?.origin), { path: "/me", token: acme.token("rea") });

describe.skipIf(!HAS_OPENSSL)("PostgreSQL over TLS (skipped where openssl is not installed)", () => {
  beforeAll(async () => {
    const data = String(readSettings(inject("dataDir"))?.directory);
    const { uid, gid } = statSync(data);
    for (const [name, file] of [
      ["server.crt", files.certificate],
      ["server.key", files.key],
    ] as const) {
      copyFileSync(file, path.join(data, name));
      chownSync(path.join(data, name), uid, gid);
    }
    await sql("alter system set ssl = on");
    await sql("select pg_reload_conf()");
    await vi.waitFor(async () => expect(await sql("show ssl")).toEqual([{ ssl: "on" }]));
  });
  afterAll(async () => {
    await sql("alter system reset ssl");
    await sql("select pg_reload_conf()");
  });

  const urlWith = (parameters: Record<string, string>, host = "localhost") => {
    const url = new URL(inject("databaseUrl"));
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };

  it("is used if its authority is given (sslmode=verify-full, sslrootcert)", async () => {
    service = await startService("node", urlWith({ sslmode: "verify-full", sslrootcert: files.ca }));
    expect((await me()).status).toBe(200);
    const [row] = await sql<{ encrypted: number; plain: number }>(
      `select count(*) filter (where s.ssl)::int as encrypted, count(*) filter (where not s.ssl)::int as plain
       from pg_stat_ssl s join pg_stat_activity a using (pid) where a.client_port is not null and s.ssl`,
    );
    expect(row?.encrypted).toBeGreaterThan(0);
  });

  /** The system takes it for 127.0.0.1, but no certificate names it. */
  const SPELLED_OTHERWISE = "127.1";
  const REFUSED = "The database that DATABASE_URL names cannot be used: ";
  const UNKNOWN =
    "unable to verify the first certificate. Node does not know the authority that signed its certificate. Name the file with that authority's certificate: sslrootcert=/path/ca.crt in DATABASE_URL, or NODE_EXTRA_CA_CERTS=/path/ca.crt in the environment.";

  it("is refused at the start where another host has the name", async () => {
    const url = urlWith({ sslmode: "verify-full", sslrootcert: files.ca }, SPELLED_OTHERWISE);
    await expect(startService("node", url)).rejects.toThrow(
      new RegExp(`${REFUSED}.*Use a name of the certificate as the host in DATABASE_URL\\.`),
    );
  });

  it("where its authority is unknown, the start, the migrations and the command line say the same, and what to set", async () => {
    const url = urlWith({ sslmode: "require" });
    await expect(startService("node", url)).rejects.toThrow(REFUSED + UNKNOWN);
    const env = { ...environmentOf(url, 0), LOG_LEVEL: "" };
    for (const args of [["dist/migrate.mjs"], ["dist/admin.mjs", "tokens", "list", "--organization", "acme"]]) {
      const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
      // Before it the driver warns of what `require` will mean in its next version.
      expect([status, stderr.slice(stderr.indexOf(REFUSED))]).toEqual([1, `${REFUSED}${UNKNOWN}\n`]);
    }
  });

  it("is refused where the file of its authority is not there, and named", async () => {
    const url = urlWith({ sslmode: "verify-full", sslrootcert: "/nowhere/ca.crt" });
    await expect(startService("node", url)).rejects.toThrow(
      `${REFUSED}/nowhere/ca.crt cannot be read (ENOENT). sslrootcert, sslcert and sslkey in DATABASE_URL name files.`,
    );
  });
});

describe.skipIf(!HAS_REDIS || !HAS_OPENSSL)(`Redis over TLS with a password (${WITHOUT_REDIS}, or openssl)`, () => {
  let plain: RunningRedis;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    const keys = ["--tls-cert-file", files.certificate, "--tls-key-file", files.key, "--tls-ca-cert-file", files.ca];
    plain = await startRedis(["--tls-port", String(port), ...keys, "--tls-auth-clients", "no"]);
    const client = new Redis(plain.url);
    await client.config("SET", "requirepass", "a password of the tests");
    client.disconnect();
  });
  afterAll(() => plain?.stop());

  const start = (password: string, more: Record<string, string> = { NODE_EXTRA_CA_CERTS: files.ca }) =>
    startService("node", inject("databaseUrl"), {
      REDIS_URL: `rediss://:${encodeURIComponent(password)}@localhost:${port}`,
      WEB_CONCURRENCY: "1",
      ...more,
    });

  it("counts there", async () => {
    service = await start("a password of the tests");
    expect((await me()).status).toBe(200);
    const client = new Redis(plain.url, { password: "a password of the tests" });
    const counted = async () => {
      expect((await me()).status).toBe(200);
      return (await client.keys("*")).some((key) => key.includes(":token:"));
    };
    await expect.poll(counted).toBe(true);
    client.disconnect();
  });

  it("with a wrong password is told at the start, before any request, without the password", async () => {
    service = await start("a wrong password");
    await expect.poll(() => service?.output()).toContain("the rate limit store does not answer");
    const line = service
      .output()
      .split("\n")
      .find((each) => each.includes("rate limit store"));
    expect(line).toContain("WRONGPASS");
    expect(service.output()).not.toContain("a wrong password");
    expect((await me()).status).toBe(200);
  });

  it("of an unknown authority is reported at the start", async () => {
    service = await start("a password of the tests", {});
    await expect.poll(() => service?.output()).toMatch(/rate limit store does not answer/);
    expect(service.output()).toMatch(/certificate|self-signed/);
  });
});
