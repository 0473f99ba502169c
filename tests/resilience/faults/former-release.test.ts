/**
 * The last release beside this version, on this one's schema, as while a release is rolled out (docs/upgrade.md). Its code is taken
 * from its tag; before the first release, from before the last migration.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { freePort } from "../../support/free-port";
import { patch, post, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { IS_LONG } from "../../support/long";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { environmentOf } from "../../support/service";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";

const run = promisify(execFile);

/** The newest tag of a release, else what was there before the newest migration; null where there is no history, or no migration but the first. */
const FORMER = former();
const why =
  FORMER === null
    ? "skipped: no release, no migration after the first, or no history"
    : "skipped: only LONG=1 builds it";

function former(): string | null {
  try {
    const [release] = git("tag", "--list", "v[0-9]*", "--sort=-v:refname").split("\n");
    return release ? git("rev-parse", `${release}^{commit}`) : beforeNewestMigration();
  } catch {
    return null;
  }
}

function beforeNewestMigration(): string | null {
  const [first, ...later] = readdirSync("prisma/migrations")
    .filter((name) => /^\d/.test(name))
    .sort();
  const newest = later.at(-1);
  if (first === undefined || newest === undefined) return null;
  const file = `prisma/migrations/${newest}/migration.sql`;
  const commit = git("log", "--first-parent", "-m", "--diff-filter=A", "--format=%H", "-1", "--", file);
  return commit === "" ? null : git("rev-parse", `${commit}^`);
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
}

describe.skipIf(FORMER === null || !IS_LONG)(`the last release (${why})`, () => {
  let folder: TemporaryFolder;
  let host: ReturnType<typeof spawn>;
  let origin: string;
  let output = "";

  beforeAll(async () => {
    folder = temporaryFolder();
    const code = path.join(folder.path, "former");
    mkdirSync(code);
    await run("sh", ["-c", `git archive ${FORMER} | tar -x -C '${code}'`]);
    symlinkSync(path.resolve("node_modules"), path.join(code, "node_modules"));
    await run("npx", ["prisma", "generate"], { cwd: code });
    await run(process.execPath, ["scripts/build-server.mjs"], { cwd: code });
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    host = spawn(process.execPath, ["dist/server.mjs", "--await-pages"], {
      cwd: code,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...environmentOf(inject("databaseUrl"), port), WEB_CONCURRENCY: "1" },
    });
    for (const stream of [host.stdout, host.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk));
    const ready = () =>
      sendTo(origin, "/api/health/ready", {}).then(
        ({ status }) => status,
        () => output,
      );
    await vi.waitFor(async () => expect(await ready()).toBe(200), 60_000);
  }, 240_000);
  afterAll(() => {
    host?.kill("SIGTERM");
    folder?.remove();
  });

  it("reads and writes alongside this one, without an error, and each sees what the other wrote", async () => {
    const acme = await openOrganization("former");
    const token = acme.token("ada");
    const list = recordsPath("samples");
    const record = await acme.create("ada", "samples", { name: "shared" });
    const requests = (at: string) => [
      () => send(at, { path: record.path, token }),
      () => send(at, { path: `${list}?sort=name:asc&limit=20`, token }),
      () => send(at, { path: "/entities/samples/changes", token }),
      (index: number) => send(at, { method: "POST", path: list, token, json: { data: { name: `made ${index}` } } }),
      (index: number) => send(at, patch(record.path, { text: `${index}` }, { token })),
      () =>
        send(at, post(`${list}/batch`, { operations: [{ op: "create", data: { name: "in a batch" } }] }, { token })),
    ];
    const loads = [...requests(origin), ...requests(inject("origin"))].map((request) => startClients(1, request));
    await Promise.all(loads.map((load) => load.more(50)));
    const answers = (await Promise.all(loads.map((load) => load.stop()))).flat().map(({ answer }) => answer);
    const faults = output.split("\n").filter((line) => line.includes('"request failed"'));
    expect(faults).toEqual([]);
    expect(Object.keys(tally(answers)).sort()).toEqual(["200", "201"]);

    for (const [at, other] of [
      [origin, inject("origin")],
      [inject("origin"), origin],
    ] as const) {
      expect((await send(at, patch(record.path, { text: `at ${at}` }, { token }))).status).toBe(200);
      const seen = (await send(other, { path: record.path, token })).json;
      expect(seen).toMatchObject({ data: { data: { text: `at ${at}` } } });
    }
  });
});
