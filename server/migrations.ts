/**
 * The migrations of `prisma/migrations`: which of them a database lacks, and applying them, in Prisma's own bookkeeping.
 * When to migrate is not decided here.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { requireOwnSession } from "../lib/postgres/own-session";

/** One level up from here, and from the bundle in `dist` as well. */
const FOLDER = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

const UNDEFINED_TABLE = "42P01";

/** The names that the database has not been through, in order. One short query: cheap enough for every start. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const applied = new Set(await withClient(url, appliedNames).catch(noneWithoutBookkeeping));
  return localMigrations().filter((name) => !applied.has(name));
}

function noneWithoutBookkeeping(error: unknown): string[] {
  if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
  throw error;
}

/**
 * Applies what is pending and returns its names. Each is applied whole, with the note of it, or not at all. Of several that
 * come at once, one applies and the others wait. Throws SharedSession behind a pooler by transaction.
 */
export async function applyMigrations(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await requireOwnSession(client, () => connect(url));
    // The role may be the one of the service, whose statements are kept short.
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    // Prisma's own lock, so that its command line waits for us and we for it. It goes with the connection.
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(BOOKKEEPING);
    const applied = new Set(await appliedNames(client));
    const pending = localMigrations().filter((name) => !applied.has(name));
    for (const name of pending) await applyMigration(client, name);
    return pending;
  });
}

const PRISMA_LOCK = 72_707_369;

/** As Prisma makes it. */
const BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const script = readFileSync(scriptOf(name), "utf8");
  const checksum = createHash("sha256").update(script).digest("hex");
  try {
    await client.query("BEGIN");
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The migration ${name} could not be applied, and nothing of it was: ${reason}`, { cause });
  }
}

function localMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(scriptOf(name)))
    .sort();
}

function scriptOf(name: string): string {
  return path.join(FOLDER, name, "migration.sql");
}

async function appliedNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return rows.map((row) => row.migration_name);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}
