/** Transactions of requests: all of the work or none of it, repeated from the beginning if PostgreSQL rolled it back. */
import type { Connection } from "./connection";
import { isGivenUp, StatementTimeout } from "./faults";
import { againWhereUndone, withConnection } from "./query";

/**
 * Rows are dated by the start of their transaction, and clients that poll by `updated` allow for this much. A transaction
 * that would become visible later is rolled back (docs/staying-in-sync.md).
 */
const MAX_TRANSACTION_MS = 10_000;

/** A few statements by key, with generic plans. A dry run executes and checks everything, then rolls back. */
export async function transaction<T>(work: (connection: Connection) => Promise<T>, dryRun = false): Promise<T> {
  return againWhereUndone(() =>
    withConnection("generic", async (connection) => {
      const deadline = performance.now() + MAX_TRANSACTION_MS;
      const inTime = async () => {
        const result = await work(connection);
        if (performance.now() > deadline) throw new StatementTimeout("The transaction did not end in its time.");
        return result;
      };
      return run(connection, "BEGIN", inTime, dryRun ? "ROLLBACK" : "COMMIT");
    }),
  );
}

/** All of the work or none of it; the transaction continues in either case. */
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

/** `begin` and `end` can be several statements. */
export async function run<T>(connection: Connection, begin: string, work: () => Promise<T>, end: string): Promise<T> {
  try {
    await connection.send({ text: begin, values: [] });
    const result = await work();
    await connection.send({ text: end, values: [] });
    return result;
  } catch (error) {
    // A connection that was given up is closed, and PostgreSQL rolls back. It also does so if the ROLLBACK cannot be sent.
    if (!isGivenUp(error)) await rollBack(connection);
    throw error;
  }
}

export async function rollBack(connection: Connection): Promise<void> {
  await connection.send({ text: "ROLLBACK", values: [] }).catch((fault: Error) => connection.emit("error", fault));
}
