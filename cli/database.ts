/** The database for the time of one command: the one of DATABASE_URL, the running application's, or one started for it. */
import { env } from "../lib/process/env";
import { runtime } from "../lib/process/runtime";

const CONNECT_TIMEOUT_MS = 10_000;

/** Leaves nothing open behind it, whatever happens. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const { openDatabase } = await import("../server/database");
  const { setConnectTimeout } = await import("../lib/postgres/connection");
  setConnectTimeout(CONNECT_TIMEOUT_MS);
  const database = await openDatabase(env());
  try {
    return await work();
  } finally {
    await runtime.close();
    await database.release();
  }
}
