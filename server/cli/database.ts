/** The database for one command: that of DATABASE_URL, that of the running application, or one started for this command. */
import { env } from "../../lib/process/env";
import { runtime } from "../../lib/process/runtime";

const CONNECT_TIMEOUT_MS = 10_000;

/** Closes everything that it opened, also after a failure. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const { openDatabase } = await import("../database");
  const { setConnectTimeout } = await import("../../lib/postgres/connection");
  setConnectTimeout(CONNECT_TIMEOUT_MS);
  const database = await openDatabase(env());
  try {
    return await work();
  } finally {
    await runtime.close();
    await database.release();
  }
}
