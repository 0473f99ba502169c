/** The service under a role that owns nothing (`database grants`, docs/deploy.md): all of it works, and history cannot be rewritten. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { grantStatements } from "@/server/cli/commands/database-grants";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { type Service, startService } from "../../support/service";

const run = promisify(execFile);

/** A name that has to be quoted. */
const ROLE = `Runtime "role's"`;
const QUOTED = `"Runtime ""role's"""`;

const url = new URL(inject("databaseUrl"));
url.username = encodeURIComponent(ROLE);
url.password = "runtime";

let service: Service;
let asRole: pg.Client;

async function dropRole(): Promise<void> {
  const found = await sql("select from pg_roles where rolname = $1", [ROLE]);
  if (found.length > 0) await sql(`drop owned by ${QUOTED}; drop role ${QUOTED}`);
}

beforeAll(async () => {
  await dropRole();
  await sql(`create role ${QUOTED} login password 'runtime'`);
  // Twice: it can be run again.
  for (const statements of [grantStatements(ROLE), grantStatements(ROLE)]) await sql(statements.join("\n"));
  asRole = new pg.Client({ connectionString: url.href });
  await asRole.connect();
  service = await startService("node", url.href, { WEB_CONCURRENCY: "1" });
});
afterAll(async () => {
  await service?.kill();
  await asRole?.end();
  await dropRole();
});

describe("the service under a role with DML only", () => {
  it("creates, reads, lists, queries, updates, deletes and follows changes, even of an entity that was added later", async () => {
    const acme = await openOrganization("under");
    const path = recordsPath("samples");
    const ask = (method: string, target: string, json?: unknown, headers: Record<string, string> = {}) =>
      send(service.origin, { method, path: target, token: acme.token("ada"), headers, ...(json ? { json } : {}) });
    const followed = (await ask("GET", "/entities/samples/changes")).json as { data: { nextCursor: string } };
    const created = await ask("POST", path, { data: { name: "one" } }, { "idempotency-key": "once" });
    const { id } = (created.json as { data: { id: string } }).data;
    const responses = [
      created,
      await ask("POST", path, { data: { name: "one" } }, { "idempotency-key": "once" }),
      await ask("GET", "/me"),
      await ask("GET", "/entities"),
      await ask("GET", `${path}/${id}`),
      await ask("GET", path),
      await ask("POST", `${path}/query`, { where: ["name", "eq", "one"] }),
      await ask("PATCH", `${path}/${id}`, { data: { text: "two" } }, { "if-match": "*" }),
      await ask("POST", `${path}/batch`, { operations: [{ op: "create", data: { name: "in a batch" } }] }),
      await ask("GET", `/entities/samples/changes?cursor=${followed.data.nextCursor}`),
      await ask("DELETE", `${path}/${id}`, undefined, { "if-match": "*" }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 200, 200, 200, 200, 200]);
    // What the token did is written once a second.
    const uses = () =>
      sql("select from token_uses where token_id in (select id from tokens where member_id = $1)", [
        acme.memberId("ada"),
      ]);
    await expect.poll(async () => (await uses()).length).toBeGreaterThan(0);
  });

  it.each([
    ["create table public.mine (id int)"],
    ["create table record_partitions.mine (id int)"],
    ["drop table records"],
    ["alter table tokens add column mine int"],
    ["truncate changes"],
    ["update changes set at = now()"],
    ["delete from changes"],
    ["update change_partitions.other set at = now()"],
    ["update audit_events set at = now()"],
    ["delete from audit_events"],
    ["update configurations set version = 1"],
    ["insert into organizations (id) values (gen_random_uuid())"],
    ["delete from entities"],
    ["update _prisma_migrations set checksum = ''"],
    ["alter table audit_events disable trigger all"],
  ])("cannot: %s", async (statement) => {
    // 42501: insufficient_privilege.
    await expect(asRole.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  it("creates and revokes tokens", async () => {
    const acme = await openOrganization("issued");
    const admin = (...args: string[]) =>
      run(process.execPath, ["--import", "tsx", "server/cli/main.ts", "tokens", ...args, "--json"], {
        env: { ...process.env, DATABASE_URL: url.href },
      });
    const owner = ["--organization", acme.key, "--member", `ada@${acme.key}.test`, "--name", "made under the role"];
    const { id, token } = JSON.parse((await admin("create", ...owner)).stdout) as { id: string; token: string };
    expect((await send(service.origin, { path: "/me", token })).status).toBe(200);
    await admin("revoke", id);
    expect((await send(service.origin, { path: "/me", token })).status).toBe(401);
  });

  it("deletes what has expired, except the changes, whose partitions are the owner's", async () => {
    const { rows } = await asRole.query(
      "delete from idempotency_keys where created < now() - interval '1 day' returning 1",
    );
    expect(rows).toEqual([]);
    await expect(asRole.query("select keep_changes(30)")).rejects.toMatchObject({ code: "42501" });
  });
});
