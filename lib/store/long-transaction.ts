/**
 * A transaction for administration: it may take as long as its work needs, where the pool's connections are kept short
 * for the sake of callers. Requests never use it.
 */
import type { Prisma } from "../../generated/prisma/client";
import { pool } from "./client";
import { againWhereUndone, sqlState } from "./statement";

export type Transaction = {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  /** The number of rows written. */
  execute(statement: Prisma.Sql): Promise<number>;
};

/** Waiting longer than this for a lock, something is stuck; nothing has been written then. */
const LOCK_TIMEOUT_SECONDS = 60;
/** The driver has a timeout of its own, which cannot be switched off for a statement, only be put out of reach. */
const DRIVER_TIMEOUT_MS = 2 ** 31 - 1;

/** deadlock_detected, serialization_failure, lock_not_available. */
const IN_THE_WAY = new Set(["40P01", "40001", "55P03"]);

/** Its message is for whoever asked for the work. */
export class OtherWorkInTheWay extends Error {
  constructor(cause: unknown) {
    const message =
      "Other work on the same records kept the database from doing this. Nothing of it was done: try it again.";
    super(message, { cause });
  }
}

/**
 * Commits what `work` did, or nothing at all when it throws. Done again from its beginning where PostgreSQL undid it;
 * throws OtherWorkInTheWay where that does not help, or a lock is not to be had.
 */
export async function inLongTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return await againWhereUndone(() => attempt(work));
  } catch (error) {
    throw IN_THE_WAY.has(sqlState(error)) ? new OtherWorkInTheWay(error) : error;
  }
}

async function attempt<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
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
