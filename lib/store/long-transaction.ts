/**
 * A transaction for administration: it may take as long as its work needs, where the pool's connections are kept short
 * for the sake of callers. Requests never use it.
 */
import type { Prisma } from "../../generated/prisma/client";
import { pool } from "./client";

export type Transaction = {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  /** The number of rows written. */
  execute(statement: Prisma.Sql): Promise<number>;
};

/** Waiting longer than this for a lock, something is stuck; nothing has been written then. */
const LOCK_TIMEOUT_SECONDS = 60;
/** The driver has a timeout of its own, which cannot be switched off for a statement, only be put out of reach. */
const DRIVER_TIMEOUT_MS = 2 ** 31 - 1;

/** Commits what `work` did, or nothing at all when it throws. */
export async function inLongTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool().connect();
  const run = (text: string, values: unknown[] = []) =>
    client.query({ text, values, query_timeout: DRIVER_TIMEOUT_MS } as { text: string; values: unknown[] });
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  // Between two statements nobody else would hear that the connection broke, and the process would end.
  client.on("error", noteBroken);
  try {
    await run("BEGIN");
    await run("SET LOCAL statement_timeout = 0");
    await run("SET LOCAL idle_in_transaction_session_timeout = 0");
    await run(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
    const result = await work({
      rows: async <Row>(statement: Prisma.Sql) => (await run(statement.text, statement.values)).rows as Row[],
      execute: async (statement) => (await run(statement.text, statement.values)).rowCount ?? 0,
    });
    await run("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not given to anyone else.
    await run("ROLLBACK").catch(noteBroken);
    throw error;
  } finally {
    client.off("error", noteBroken);
    client.release(broken);
  }
}
