/** Transactions: all of the work or nothing of it, done again from its beginning where PostgreSQL undid it. */
import { setTimeout as pause } from "node:timers/promises";
import { Connection, connectionSettings } from "./connection";
import { isGivenUp, sqlState } from "./faults";
import { requireOwnSession } from "./own-session";
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
/** An index that is built beside its writers waits for the transactions that were there before it, and leaves them the other cores. */
const PATIENT_LOCK_TIMEOUT_MINUTES = 10;
const SETTINGS_OF_OWN = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '${PATIENT_LOCK_TIMEOUT_MINUTES}min'; SET max_parallel_maintenance_workers = 0`;
/** Behind a lock that is waited for, writers queue. */
const SHORT_LOCK_TIMEOUT_MS = 100;
/** Where batches follow one another, so short a wait would never do: from then on it gets longer, up to what writers wait themselves. */
const SHORT_FOR_MS = 10_000;
const LONGER_EACH_TIME = 1.5;
const LONGEST_LOCK_TIMEOUT_MS = 1_900;
const PAUSE_MS = 150;
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

/**
 * On a connection of one's own: waits for a lock so shortly that whoever queues behind it hardly notices, and tries again from
 * the beginning, with pauses in which they go first. Throws OtherWorkInTheWay where the lock is not to be had for long.
 */
export async function impatientTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (let waitMs = SHORT_LOCK_TIMEOUT_MS; ; ) {
    try {
      return await run(connection, `BEGIN; SET LOCAL lock_timeout = ${Math.round(waitMs)}`, work, "COMMIT");
    } catch (error) {
      if (!IN_THE_WAY.has(sqlState(error))) throw error;
      const triedMs = performance.now() - began;
      if (triedMs > LOCK_TIMEOUT_SECONDS * 1000) throw new OtherWorkInTheWay(error);
      if (triedMs > SHORT_FOR_MS) waitMs = Math.min(waitMs * LONGER_EACH_TIME, LONGEST_LOCK_TIMEOUT_MS);
      await pause(PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** The same with patience, for work that keeps nobody waiting. */
export async function patientTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  return againWhereUndone(() => run(connection, "BEGIN", work, "COMMIT"));
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

/**
 * A connection that belongs to nobody else, for administration: its statements may take as long as they need. Throws
 * OtherWorkInTheWay where a lock is not to be had, and SharedSession behind a pooler by transaction.
 */
export async function withOwnConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await openConnection();
  connection.responseTimeoutMs = NO_RESPONSE_TIMEOUT_MS;
  try {
    await requireOwnSession(connection, openConnection);
    await connection.send({ text: SETTINGS_OF_OWN, values: [] });
    // Servers on some systems cannot; there, what was begun goes on to its end when this process is stopped.
    await connection.send({ text: "SET client_connection_check_interval = '1s'", values: [] }).catch(() => {});
    return await work(connection);
  } catch (error) {
    throw IN_THE_WAY.has(sqlState(error)) ? new OtherWorkInTheWay(error) : error;
  } finally {
    await connection.end();
  }
}

async function openConnection(): Promise<Connection> {
  const connection = new Connection(connectionSettings());
  // Statements under way hear of it themselves.
  connection.on("error", () => {});
  await connection.connect();
  return connection;
}

async function run<T>(connection: Connection, begin: string, work: () => Promise<T>, end: string): Promise<T> {
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

async function rollBack(connection: Connection): Promise<void> {
  await connection.send({ text: "ROLLBACK", values: [] }).catch((fault: Error) => connection.emit("error", fault));
}
