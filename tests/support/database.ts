/**
 * Real databases for tests: each one new, empty and migrated, on an embedded server that all tests of this clone share and
 * that stops with the last of them.
 */
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openEmbeddedDatabase } from "../../server/embedded/postgres";
import { applyMigrations } from "../../server/migrations";

const MIGRATIONS = path.join(import.meta.dirname, "../../prisma/migrations");

export type TestDatabase = { url: string; drop(): Promise<void> };

/** Takes some 50 ms once the run's set-up has made the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await openTestServer();
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await queryOnce(server.url, `CREATE DATABASE ${name} TEMPLATE ${server.template}`);
  return {
    url: onServer(server.url, name),
    drop: async () => {
      await queryOnce(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await server.release();
    },
  };
}

export type TestServer = { url: string; template: string; release(): Promise<void> };

/** Joins the server, with the template ready. `url` is of a database without tables. */
export async function openTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_SERVER;
  // A server of another version, started by `npm run test:matrix`.
  const server = given ? { url: given, release: async () => {} } : await openAsSuperuser();
  try {
    return { ...server, template: await ensureTemplate(server.url) };
  } catch (error) {
    await server.release();
    throw error;
  }
}

/** The server's superuser creates and drops databases. */
async function openAsSuperuser(): Promise<{ url: string; release(): Promise<void> }> {
  const { superuserUrl, release } = await openEmbeddedDatabase(dataDir());
  return { url: superuserUrl, release };
}

/** Drops what runs that were killed have left behind. */
export async function dropAbandonedDatabases(url: string): Promise<void> {
  const rows = await queryOnce(url, "SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'");
  for (const { datname } of rows) {
    if (!isAlive(Number(String(datname).split("_")[1])))
      await queryOnce(url, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
}

/** A folder for this clone and user, outside the working tree. */
function dataDir(): string {
  const owner = `${path.resolve()} ${process.getuid?.()}`;
  const hash = createHash("sha256").update(owner).digest("hex").slice(0, 12);
  return path.join(tmpdir(), `public-records-api-tests-${hash}`);
}

/** Migrated once for each state of the migrations. */
async function ensureTemplate(url: string): Promise<string> {
  const template = `template_${migrationsHash().slice(0, 12)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The lock is released with the connection.
    await client.query("SELECT pg_advisory_lock(1)");
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [template]);
    if (found.rowCount === 0) await makeTemplate(client, url, template);
    return template;
  } finally {
    await client.end();
  }
}

async function makeTemplate(client: pg.Client, url: string, template: string): Promise<void> {
  // Nothing here has to outlive the machine.
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await client.query(`ALTER SYSTEM SET ${name} = off`);
  }
  await client.query("SELECT pg_reload_conf()");
  const draft = `draft_${template}`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft}`);
  await applyMigrations(onServer(url, draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

function onServer(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs on a connection of its own. */
export async function queryOnce(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A hash of the scripts as they are now: it changes whenever the folder does. */
function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".sql")) hash.update(`${name}\0${readFileSync(path.join(MIGRATIONS, name), "utf8")}\0`);
  }
  return hash.digest("hex");
}
