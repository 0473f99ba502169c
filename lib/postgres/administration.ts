/** Transactions of administration: they may take long, and must not keep requests waiting. */
import { isInTheWay, LOCK_TIMEOUT_SECONDS, OtherWorkInTheWay, withBriefLocks } from "./brief-locks";
import { Connection, connectionSettings } from "./connection";
import { isGivenUp } from "./faults";
import { connectToHost } from "./hosts";
import { requireOwnSession } from "./own-session";
import type { LentConnection } from "./pool";
import { againWhereUndone, withConnection } from "./query";
import { rollBack, run, savepoint } from "./transaction";

/** The driver's own timeout cannot be switched off for a statement, so it is set to the maximum. */
const NO_RESPONSE_TIMEOUT_MS = 2 ** 31 - 1;
const BEGIN_LONG = `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`;
/** Building an index concurrently waits for the transactions that started before it, and leaves the other cores to them. */
const PATIENT_LOCK_TIMEOUT_MINUTES = 10;
const SETTINGS_OF_OWN = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '${PATIENT_LOCK_TIMEOUT_MINUTES}min'; SET max_parallel_maintenance_workers = 0;
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/** With brief locks, on a connection of its own. Throws OtherWorkInTheWay if a lock cannot be acquired for a long time. */
export function impatientTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  return withBriefLocks((lockTimeoutMs) => run(connection, `BEGIN; ${setLockTimeout(lockTimeoutMs)}`, work, "COMMIT"));
}

/** Has no time limit once `lock` has its locks. `briefly` retries one part of the work alone. Both throw OtherWorkInTheWay. */
export async function lockedTransaction<T>(
  connection: Connection,
  lock: () => Promise<void>,
  work: (briefly: <Part>(part: () => Promise<Part>) => Promise<Part>) => Promise<T>,
): Promise<T> {
  await withBriefLocks(async (lockTimeoutMs) => {
    await connection.send({ text: `BEGIN; ${setLockTimeout(lockTimeoutMs)}`, values: [] });
    await lock().catch(async (error) => {
      if (!isGivenUp(error)) await rollBack(connection);
      throw error;
    });
  });
  const briefly = <Part>(part: () => Promise<Part>) =>
    withBriefLocks((lockTimeoutMs) =>
      savepoint(connection, async () => {
        await connection.send({ text: setLockTimeout(lockTimeoutMs), values: [] });
        return part();
      }),
    );
  return run(connection, setLockTimeout(PATIENT_LOCK_TIMEOUT_MINUTES * 60_000), () => work(briefly), "COMMIT");
}

function setLockTimeout(milliseconds: number): string {
  return `SET LOCAL lock_timeout = ${milliseconds}`;
}

/** Waits for locks with patience, for work that keeps no other transaction waiting. */
export async function patientTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  return againWhereUndone(() => run(connection, "BEGIN", work, "COMMIT"));
}

/** Without a time limit. Throws OtherWorkInTheWay if repeating does not help, or if a lock cannot be acquired. */
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
    throw isInTheWay(error) ? new OtherWorkInTheWay(error) : error;
  }
}

/** An exclusive connection without time limits. Throws OtherWorkInTheWay, and SharedSession behind a transaction-mode pooler. */
export async function withOwnConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await openConnection();
  connection.responseTimeoutMs = NO_RESPONSE_TIMEOUT_MS;
  try {
    await requireOwnSession(connection, openConnection);
    await connection.send({ text: SETTINGS_OF_OWN, values: [] });
    // Servers on some systems do not support this. There, a running statement continues to its end when this process stops.
    await connection.send({ text: "SET client_connection_check_interval = '1s'", values: [] }).catch(() => {});
    return await work(connection);
  } catch (error) {
    throw isInTheWay(error) ? new OtherWorkInTheWay(error) : error;
  } finally {
    await connection.end();
  }
}

function openConnection(): Promise<Connection> {
  const settings = connectionSettings();
  return connectToHost(settings.connectionString, () => new Connection(settings));
}
