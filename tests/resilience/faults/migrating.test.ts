/** A migration beside a program that holds on to a table, as `pg_dump` does, and beside callers who read and write. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { applyMigrations } from "../../../server/migrations";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { type Load, startSteadily } from "../../support/load";
import { openOrganization, recordsPath } from "../../support/organization";
import { temporaryFolder } from "../../support/temporary-folder";

const NAME = "20991231000000_spare";
const DUMP_MS = 8_000;
const LIST = recordsPath("samples");
const acme = await openOrganization("migrating");
const token = acme.token("ada");
const folder = temporaryFolder();

/** Parents before partitions, whereas a write locks a partition first. */
const SCRIPT = `
  ALTER TABLE records ADD COLUMN spare text;
  ALTER TABLE changes ADD COLUMN spare text;
  ALTER TABLE tokens ADD COLUMN spare text;`;

beforeAll(() => {
  cpSync("prisma/migrations", folder.path, { recursive: true });
  mkdirSync(path.join(folder.path, NAME));
  writeFileSync(path.join(folder.path, NAME, "migration.sql"), SCRIPT);
});

/** Makes the database forget the migration. */
async function undo(): Promise<void> {
  for (const table of ["records", "changes", "tokens"]) await sql(`ALTER TABLE ${table} DROP COLUMN IF EXISTS spare`);
  await sql("DELETE FROM _prisma_migrations WHERE migration_name = $1", [NAME]);
}

afterAll(async () => {
  await undo();
  folder.remove();
});

/** Begins what `pg_dump` begins: a transaction that locks every table that it will read. */
async function startDump(): Promise<{ pid: number; end: () => Promise<void> }> {
  const dump = new pg.Client({ connectionString: inject("databaseUrl"), application_name: "pg_dump" });
  await dump.connect();
  const { rows } = await dump.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await dump.query("BEGIN; LOCK TABLE records, changes, tokens IN ACCESS SHARE MODE");
  return { pid: rows[0]?.pid ?? 0, end: () => dump.end() };
}

function askFiftyTimesASecond(): Load[] {
  const create = (index: number) =>
    send(inject("origin"), { method: "POST", path: LIST, token, json: { data: { name: `made ${index}` } } });
  const read = () => send(inject("origin"), { path: `${LIST}?limit=5`, token });
  return [startSteadily(50, create), startSteadily(50, read)];
}

describe("a migration beside a dump", () => {
  it("waits for it, says for whom, and no request fails", async () => {
    const dump = await startDump();
    const loads = askFiftyTimesASecond();
    const lines: string[] = [];
    const applying = applyMigrations(inject("databaseUrl"), {
      folder: folder.path,
      report: (line) => lines.push(line),
    });
    await pause(DUMP_MS);
    await dump.end();

    expect(await applying).toEqual([NAME]);
    await Promise.all(loads.map((load) => load.more(20)));
    const outcomes = (await Promise.all(loads.map((load) => load.stop()))).flat();
    expect(outcomes.length).toBeGreaterThan(400);
    const statuses = outcomes.map(({ answer }) => answer?.status ?? "the connection broke");
    // Requests that queue behind the migration's wait fill their share, and are refused for a moment.
    expect(statuses.filter((status) => status !== 200 && status !== 201 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(100);
    // None waits as long as the dump does.
    expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(DUMP_MS);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(
        `^Waiting for pid ${dump.pid} \\(pg_dump, in a transaction for \\d+ s\\), which holds a lock\\. Requests are served meanwhile\\.$`,
      ),
    );
  });

  it("times out with nothing done, and says what was in the way", async () => {
    await undo();
    const dump = await startDump();
    const applying = applyMigrations(inject("databaseUrl"), { folder: folder.path, giveUpAfterMs: 500 });
    await expect(applying).rejects.toThrow(
      new RegExp(
        `^The migration ${NAME} could not be applied, and nothing of it was: pid ${dump.pid} \\(pg_dump, in a transaction for \\d+ s\\) holds a lock that it needs\\. Wait for that session or end it, then migrate again\\.$`,
      ),
    );
    await dump.end();
    expect(await applyMigrations(inject("databaseUrl"), { folder: folder.path })).toEqual([NAME]);
  });
});
