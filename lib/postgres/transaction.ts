/** Transactions: all of the work or nothing of it, done again from its beginning where PostgreSQL undid it. */
import type { Connection } from "./connection";
import { isGivenUp, sqlState } from "./faults";
import type { LentConnection } from "./pool";
import { againWhereUndone, withConnection } from "./query";

/**
 * What is written is dated by when its transaction began. Who follows what was updated looks back by so much, and what would
 * become visible later is undone instead (docs/staying-in-sync.md).
 */
const MAX_TRANSACTION_MS = 10_000;
/** Waiting longer than this for a lock, something is stuck; nothing has been written then. */
const LOCK_TIMEOUT_SECONDS = 60;
/** The driver's own timeout cannot be switched off for a statement, only be put out of reach. */
const NO_RESPONSE_TIMEOUT_MS = 2 ** 31 - 1;
const BEGIN_LONG = `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`;
/** deadlock_detected, serialization_failure, lock_not_available. */
const IN_THE_WAY = new Set(["40P01", "40001", "55P03"]);

export class OtherWorkInTheWay extends Error {
  constructor(cause: unknown) {
    const message =
      "Other work on the same records kept the database from doing this. Nothing of it was done: try it again.";
    super(message, { cause });
  }
}

/** `rehearse`: everything is done and asked, and nothing of it stays. */
export type Ending = "commit" | "rehearse";

/** Of a request: a few statements by key, with generic plans. */
export async function transaction<T>(
  work: (connection: Connection) => Promise<T>,
  ending: Ending = "commit",
): Promise<T> {
  return againWhereUndone(() =>
    withConnection("generic", async (connection) => {
      const began = performance.now();
      const inTime = async () => {
        const result = await work(connection);
        if (performance.now() - began > MAX_TRANSACTION_MS) throw new Error("The transaction did not end in its time.");
        return result;
      };
      return run(connection, "BEGIN", inTime, ending === "commit" ? "COMMIT" : "ROLLBACK");
    }),
  );
}

/** Within a transaction: all of the work or nothing of it, and the transaction goes on in any case. */
export async function savepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.send({ text: "SAVEPOINT part", values: [] });
  try {
    const result = await work();
    await connection.send({ text: "RELEASE part", values: [] });
    return result;
  } catch (error) {
    if (!isGivenUp(error)) await connection.send({ text: "ROLLBACK TO part; RELEASE part", values: [] });
    throw error;
  }
}

/**
 * For administration: it may take as long as its work needs, where requests are kept short for the sake of callers. Throws
 * OtherWorkInTheWay where doing it again does not help, or a lock is not to be had.
 */
export async function longTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const attempt = async (connection: LentConnection) => {
    connection.responseTimeoutMs = NO_RESPONSE_TIMEOUT_MS;
    try {
      return await run(connection, BEGIN_LONG, () => work(connection), "COMMIT");
    } finally {
      connection.responseTimeoutMs = undefined;
    }
  };
  try {
    return await againWhereUndone(() => withConnection("custom", attempt));
  } catch (error) {
    throw IN_THE_WAY.has(sqlState(error)) ? new OtherWorkInTheWay(error) : error;
  }
}

async function run<T>(connection: LentConnection, begin: string, work: () => Promise<T>, end: string): Promise<T> {
  try {
    await connection.send({ text: begin, values: [] });
    const result = await work();
    await connection.send({ text: end, values: [] });
    return result;
  } catch (error) {
    // One that was given up is hung up on, and PostgreSQL rolls back; so it does where it cannot be told to.
    if (!isGivenUp(error)) await rollBack(connection);
    throw error;
  }
}

async function rollBack(connection: LentConnection): Promise<void> {
  await connection.send({ text: "ROLLBACK", values: [] }).catch((fault: Error) => connection.emit("error", fault));
}
