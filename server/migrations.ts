/**
 * The migrations of `prisma/migrations`: which of them a database lacks, and applying them, in Prisma's own bookkeeping.
 * When to migrate is not decided here.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** One level up from here, and from the bundle in `dist` as well. */
const FOLDER = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

const UNDEFINED_TABLE = "42P01";

/** The names that the database has not been through, in order. One short query: cheap enough for every start. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const applied = new Set(await appliedMigrations(url));
  return localMigrations().filter((name) => !applied.has(name));
}

/** Applies what is pending and returns its names. Of several that come at once, one applies and the others wait. */
export async function applyMigrations(url: string): Promise<string[]> {
  // Only here: the engine takes 0.2 seconds to load, and most starts have nothing to apply.
  const { openSchemaEngine } = await import("../scripts/schema-engine.mjs");
  const { engine, close } = await openSchemaEngine(url);
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationsList(),
      filters: { externalTables: [], externalEnums: [] },
    });
    return appliedMigrationNames;
  } finally {
    await close();
  }
}

/** The folder as the schema engine takes it. */
export function migrationsList() {
  return {
    baseDir: FOLDER,
    lockfile: { path: "migration_lock.toml", content: readFileSync(path.join(FOLDER, "migration_lock.toml"), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: localMigrations().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readFileSync(scriptOf(name), "utf8") },
      },
    })),
  };
}

function localMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(scriptOf(name)))
    .sort();
}

function scriptOf(name: string): string {
  return path.join(FOLDER, name, "migration.sql");
}

async function appliedMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ migration_name: string }>(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    return rows.map((row) => row.migration_name);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  } finally {
    await client.end();
  }
}
