/** Finds and applies pending migrations, and records them in Prisma's own table. Does not decide when to migrate. */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { OtherWorkInTheWay, withBriefLocks } from "../lib/postgres/brief-locks";
import { connectToHost, HostClient } from "../lib/postgres/hosts";
import { backendOf, requireOwnSession } from "../lib/postgres/own-session";
import { watchLockHolders } from "./lock-holders";

/** One level up from this file, and also from the bundle in `dist`. */
const FOLDER = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

const UNDEFINED_TABLE = "42P01";

/** Returns the names of the pending migrations, in order. One short query: cheap enough for every start. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const applied = await withClient(url, appliedNames).catch((error): string[] => {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  return migrationsOf(FOLDER).filter((name) => !applied.includes(name));
}

type Options = { folder?: string; report?: (line: string) => void; giveUpAfterMs?: number };

/** Enough for a deployment to wait for a dump or a report to end. */
const GIVE_UP_AFTER_MS = 600_000;

/**
 * Applies the pending migrations, each completely with its record or not at all, and returns their names. One process applies at a
 * time. Waits for locks so briefly that requests go on; `report` gets a line about who holds one. Throws SharedSession behind a
 * pooler in transaction mode, and an error if a lock is not free in `giveUpAfterMs` or the database predates the first migration.
 */
export async function applyMigrations(
  url: string,
  { folder = FOLDER, report = () => {}, giveUpAfterMs = GIVE_UP_AFTER_MS }: Options = {},
): Promise<string[]> {
  return withClient(url, async (client) => {
    await requireOwnSession(client, () => connect(url));
    // The role may be that of the service, which has short timeouts.
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    // Prisma's own lock, so that its command line and this code wait for each other. The lock ends with the connection.
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(BOOKKEEPING);
    const applied = await appliedNames(client);
    const all = migrationsOf(folder);
    if (applied.length > 0 && !applied.includes(all[0] ?? "")) throw new Error(BEFORE_FIRST_RELEASE);
    const pending = all.filter((name) => !applied.includes(name));
    if (pending.length > 0) {
      await withClient(url, async (watcher) => {
        const migrating = { client, watcher, report, giveUpAfterMs };
        for (const name of pending) await applyMigration(migrating, name, scriptOf(folder, name));
      });
    }
    return pending;
  });
}

const BEFORE_FIRST_RELEASE =
  "This database belongs to a version from before the first release, which cannot be upgraded. Use an empty database (for the embedded one, another DATA_DIR), and import the records into it.";

const PRISMA_LOCK = 72_707_369;

/** Identical to the table that Prisma creates. */
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

type Migrating = { client: pg.Client; watcher: pg.Client; report: (line: string) => void; giveUpAfterMs: number };

async function applyMigration({ client, watcher, report, giveUpAfterMs }: Migrating, name: string, file: string) {
  const script = readFileSync(file, "utf8");
  const checksum = createHash("sha256").update(script).digest("hex");
  const attempt = async (lockTimeoutMs: number) => {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await client.query(script);
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, clock_timestamp(), 1)`,
        [randomUUID(), checksum, name],
      );
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    }
  };
  const holders = watchLockHolders(watcher, await backendOf(client), report);
  try {
    await withBriefLocks(attempt, giveUpAfterMs);
  } catch (cause) {
    const reason = reasonOf(cause, holders.last());
    throw new Error(`The migration ${name} could not be applied, and nothing of it was: ${reason}`, { cause });
  } finally {
    await holders.stop();
  }
}

function reasonOf(error: unknown, holder: string | null): string {
  if (!(error instanceof OtherWorkInTheWay)) return error instanceof Error ? error.message : String(error);
  if (holder === null) return "other work held a lock that it needs. Migrate again.";
  return `${holder} holds a lock that it needs. Wait for that session or end it, then migrate again.`;
}

function migrationsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(scriptOf(folder, name)))
    .sort();
}

function scriptOf(folder: string, name: string): string {
  return path.join(folder, name, "migration.sql");
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

function connect(url: string): Promise<pg.Client> {
  return connectToHost(url, () => new HostClient({ connectionString: url, connectionTimeoutMillis: 5_000 }));
}
