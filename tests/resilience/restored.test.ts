/**
 * What `pg_dump` took of an older PostgreSQL is restored into a newer one, as docs/operate.md says: the service starts on it, tokens and
 * records are there, what was held is held, and who follows the changes begins anew.
 */
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { POSTGRES, startPostgres } from "../../scripts/test/postgres.mjs";
import { applyMigrations } from "../../server/migrations";
import { openCommandLine } from "../support/command-line";
import { send } from "../support/http";
import { dataOf, errorOf, type Page, type RecordView, recordsPath } from "../support/organization";
import { organizationFile } from "../support/organization-file";
import { type Service, startService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

const run = promisify(execFile);

/** Of the programs here: they dump servers of their own version and of older ones. null where there are none. */
const programs = /\) (\d+)/.exec(String(spawnSync("pg_dump", ["--version"]).stdout))?.[1] ?? null;
const majors = Object.keys(POSTGRES).map(Number) as (keyof typeof POSTGRES)[];
const major = majors.filter((each) => each < 18 && each <= Number(programs ?? 0)).at(-1) ?? null;
const source = major === null ? null : await startPostgres(major).catch(() => null);
const why =
  programs === null
    ? "skipped: pg_dump is not installed"
    : source === null
      ? `skipped: there is no PostgreSQL before 18 that pg_dump ${programs} dumps`
      : `${major} into 18`;

const ACCOUNTS = recordsPath("accounts");
const target = new URL(inject("databaseUrl"));
target.pathname = "/restored";

describe.skipIf(source === null)(`a dump of PostgreSQL (${why})`, () => {
  const admin = openCommandLine();
  const folder = temporaryFolder();
  const services: Service[] = [];
  let token = "";
  let parent: RecordView;
  let cursor = "";

  const start = async (url: string) => {
    const service = await startService("node", url);
    services.push(service);
    return service;
  };

  async function onTarget(text: string, database = "restored"): Promise<void> {
    const url = new URL(target);
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  beforeAll(async () => {
    const url = source?.url ?? "";
    await applyMigrations(url);
    const file = path.join(folder.path, "organization.json");
    writeFileSync(file, JSON.stringify(organizationFile("moved")));
    const env = { DATABASE_URL: url };
    expect(await admin(["config", "apply", file], { env })).toMatchObject({ code: 0 });
    const issue = ["tokens", "create", "--organization", "moved", "--member", "ada@moved.test", "--name", "kept"];
    token = /service_v1_\S+/.exec((await admin(issue, { env })).stdout)?.[0] ?? expect.unreachable("no token");

    const { origin, stop } = await start(url);
    const create = (data: object) => send(origin, { method: "POST", path: ACCOUNTS, token, json: { data } });
    parent = dataOf<RecordView>(await create({ name: "Above" }));
    expect((await create({ name: "Below", parent: parent.id })).status).toBe(201);
    const changes = dataOf<{ nextCursor: string }>(await send(origin, { path: "/entities/accounts/changes", token }));
    cursor = encodeURIComponent(changes.nextCursor);
    await stop();
    services.pop();

    const dump = path.join(folder.path, "records.dump");
    await run("pg_dump", ["-Fc", "-f", dump, url]);
    await onTarget("CREATE DATABASE restored", new URL(inject("databaseUrl")).pathname.slice(1));
    await run("pg_restore", ["-d", target.href, "--no-owner", dump]);
    await onTarget("ANALYZE");
  }, 240_000);

  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await onTarget("DROP DATABASE IF EXISTS restored WITH (FORCE)", "postgres").catch(() => {});
    source?.stop();
    folder.remove();
  });

  it("lets the service continue with its data", async () => {
    const { origin } = await start(target.href);
    const ask = (call: object) => send(origin, { token, path: ACCOUNTS, ...call });

    const page = dataOf<Page>(await ask({ path: `${ACCOUNTS}?sort=name:asc` }));
    expect(page.items.map(({ data }) => [data.name, data.parent])).toEqual([
      ["Above", null],
      ["Below", parent.id],
    ]);
    const feed = (await ask({ path: `/entities/accounts/changes?cursor=${cursor}` })).json;
    expect(feed).toMatchObject({ data: { reset: true } });

    const headers = { "if-match": `"${parent.versionId}"` };
    const path = `${ACCOUNTS}/${parent.id}`;
    expect(errorOf(await ask({ method: "DELETE", path, headers })).code).toBe("PARENT_REFERENCE");
    expect(errorOf(await ask({ method: "POST", json: { data: { name: "above" } } })).code).toBe("DUPLICATE_LABEL");
    expect((await ask({ method: "PATCH", path, headers, json: { data: { name: "On top" } } })).status).toBe(200);
  });
});
