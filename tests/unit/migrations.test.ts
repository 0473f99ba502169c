import { readdirSync, readFileSync } from "node:fs";
import type { DiffTarget } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSchemaEngine } from "../../scripts/schema-engine.mjs";
import { applyMigrations, pendingMigrations } from "../../server/migrations";
import { createTestDatabase, type TestDatabase } from "../support/database";

const SCHEMA = "prisma/schema.prisma";
const schema = { files: [{ path: SCHEMA, content: readFileSync(SCHEMA, "utf8") }] };
const ENTITY = "00000000-0000-7000-8000-000000000001";
const OTHER_ENTITY = "00000000-0000-7000-8000-000000000002";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The folder as the schema engine takes it. */
function migrationsList() {
  const folder = "prisma/migrations";
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: readFileSync(`${folder}/migration_lock.toml`, "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: names
      .map(({ name }) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: readFileSync(`${folder}/${name}/migration.sql`, "utf8") },
        },
      }))
      .sort((left, right) => left.path.localeCompare(right.path)),
  };
}

/** What Prisma would do to get from one to the other. */
async function difference(from: DiffTarget): Promise<string | null> {
  const { engine, close } = await openSchemaEngine(database.url, [[SCHEMA, schema.files[0]?.content ?? ""]]);
  try {
    const result = await engine.diff({
      from,
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return result.exitCode === 0 ? null : result.stdout;
  } finally {
    await close();
  }
}

/** A database of its own without tables, gone afterwards. */
async function inEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const empty = new URL(database.url);
  empty.pathname = `${empty.pathname}_empty`;
  const name = client.escapeIdentifier(empty.pathname.slice(1));
  await client.query(`CREATE DATABASE ${name}`);
  try {
    await work(empty.href);
  } finally {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

describe("schema and migrations", () => {
  it("agree: the migrations make the tables of the schema, and nothing else", async () => {
    expect(await difference({ tag: "migrations", ...migrationsList() })).toBeNull();
  });

  it("still agree in a database whose entities have partitions, indexes and parents", async () => {
    for (const [name, id] of [
      ["deals", ENTITY],
      ["accounts", OTHER_ENTITY],
    ]) {
      await client.query(`CREATE TABLE record_partitions.${name} (LIKE public.records INCLUDING ALL)`);
      await client.query(`ALTER TABLE records ATTACH PARTITION record_partitions.${name} FOR VALUES IN ('${id}')`);
    }
    await client.query("CREATE INDEX ON record_partitions.deals (created DESC, id DESC)");
    await client.query("CREATE INDEX ON record_partitions.deals USING gin (search_text gin_trgm_ops)");
    await client.query(
      "ALTER TABLE record_partitions.deals ADD FOREIGN KEY (parent_entity_id, parent_id) REFERENCES record_partitions.accounts (entity_id, id)",
    );
    expect(await difference({ tag: "schemaDatasource", ...schema, configDir: "." })).toBeNull();
  });
});

describe("applyMigrations", () => {
  it("lets one of several concurrent runs apply, and leaves nothing pending", () =>
    inEmptyDatabase(async (url) => {
      const all = await pendingMigrations(url);
      const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url)));
      expect(applied.filter((names) => names.length > 0)).toEqual([all]);
      expect(await pendingMigrations(url)).toEqual([]);
    }));

  it("waits for another run, however short the timeouts of its role are", () =>
    inEmptyDatabase(async (url) => {
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query("SELECT pg_advisory_lock(72707369)");
      const ofService = new URL(url);
      ofService.searchParams.set("options", "-c statement_timeout=100 -c lock_timeout=50");
      const applying = applyMigrations(ofService.href);
      await other.query("SELECT pg_sleep(0.5)");
      await other.end();
      expect(await applying).toContain("20261124200000_init");
    }));

  it("refuses a database of a version before the first release, and says what to do", () =>
    inEmptyDatabase(async (url) => {
      await applyMigrations(url);
      const inside = new pg.Client({ connectionString: url });
      await inside.connect();
      await inside.query("UPDATE _prisma_migrations SET migration_name = '20261121000000_init'");
      await inside.end();
      await expect(applyMigrations(url)).rejects.toThrow(
        "This database belongs to a version from before the first release, which cannot be upgraded. Use an empty database (for the embedded one, another DATA_DIR), and import the records into it.",
      );
    }));

  it("leaves nothing of a migration that fails, names it, and can be run again", () =>
    inEmptyDatabase(async (url) => {
      const all = await pendingMigrations(url);
      const inside = new pg.Client({ connectionString: url });
      await inside.connect();
      // Much has been created by then.
      await inside.query("CREATE TABLE verifications (id text)");
      await expect(applyMigrations(url)).rejects.toThrow(
        'The migration 20261124200000_init could not be applied, and nothing of it was: relation "verifications" already exists',
      );
      const { rows } = await inside.query("SELECT to_regclass('organizations') AS made");
      expect(rows).toEqual([{ made: null }]);
      expect(await pendingMigrations(url)).toEqual(all);
      await inside.query("DROP TABLE verifications");
      await inside.end();
      expect(await applyMigrations(url)).toEqual(all);
    }));
});
