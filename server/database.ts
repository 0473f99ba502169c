/** The database of this process: the one in DATABASE_URL, which must be up to date, or the embedded one, which is migrated. */
import type { Env } from "../lib/process/env";
import { describeConnectFault } from "./connect-fault";
import { openEmbeddedDatabase } from "./embedded/postgres";
import { applyMigrations, pendingMigrations } from "./migrations";

type OpenDatabase = { url: string; release(): Promise<void> };

/** Also sets DATABASE_URL, in `env` and the process. Throws if the database is unreachable, or behind and not ours to migrate. */
export async function openDatabase(env: Env): Promise<OpenDatabase> {
  const database =
    env.DATABASE_URL === undefined ? await openEmbedded(env.DATA_DIR) : await openExternal(env.DATABASE_URL);
  env.DATABASE_URL = database.url;
  process.env.DATABASE_URL = database.url;
  return database;
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const database = await openEmbeddedDatabase(dataDir);
  try {
    const pending = await pendingMigrations(database.url);
    if (pending.length > 0) await applyMigrations(database.url);
    return { url: database.fastUrl, release: database.release };
  } catch (error) {
    await database.release();
    throw error;
  }
}

async function openExternal(url: string): Promise<OpenDatabase> {
  const pending = await pendingOfExternal(url);
  if (pending.length > 0) {
    throw new Error(
      `The database that DATABASE_URL names is behind by ${pending.length} migration(s), ${pending.join(", ")}: run npm run db:migrate.`,
    );
  }
  return { url, release: async () => {} };
}

/** Returns the names of the migrations that the database in DATABASE_URL lacks. Throws if it cannot be used, and says what to do. */
export async function pendingOfExternal(url: string): Promise<string[]> {
  return pendingMigrations(url).catch((cause) => {
    throw new Error(`The database that DATABASE_URL names cannot be used: ${describeConnectFault(cause)}`, { cause });
  });
}
