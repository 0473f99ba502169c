/**
 * Runs composed statements on the pool. Reads survive connections that break under them; writes and whole transactions
 * survive a deadlock. What is ambiguous (did the write happen?) is never repeated.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Prisma } from "../../generated/prisma/client";
import { AccessChanged } from "../access/changed";
import { cancelStatement } from "./cancel";
import { pool } from "./client";
import { SCHEMA } from "./partition-plan";
import { type KeptPlanning, preparedName } from "./prepared";
import { type Database, type ResultRow, SentStatement, send } from "./sent-statement";

export type { Database, ResultRow };

/**
 * `once`: parsed and planned each time, for the values at hand. `parsed`: a connection may keep what it parsed, for
 * statements of which PostgreSQL sees that they are to be planned for the values each time. `prepared`, and for pages
 * `settled`: the best plan is the same for all values, so that a connection may keep that, too.
 */
export type Planning = "once" | KeptPlanning;

/** Before a read is tried again. Connections that an administrator or a restart ends break together, but not in one moment. */
const PAUSES_MS = [0, 5, 25, 100];
const MAX_ATTEMPTS = 3;
/**
 * What is written is dated by when its transaction began. Who follows what was updated looks back by so much, and what would
 * become visible later is undone instead (docs/staying-in-sync.md).
 */
const MAX_TRANSACTION_MS = 10_000;
/** serialization_failure, deadlock_detected: PostgreSQL undid what it was told, and asks to try again. */
const UNDONE = new Set(["40001", "40P01"]);
/** admin_shutdown, crash_shutdown, cannot_connect_now: the connection went away, not the question. */
const CONNECTION_LOST = new Set(["57P01", "57P02", "57P03", "08003", "08006", "ECONNRESET", "EPIPE"]);

/** Rows in the order and with the columns of the statement. Tried again where the connection broke. */
export async function read(
  statement: Prisma.Sql,
  database: Database = pool(),
  planning: Planning = "once",
): Promise<ResultRow[]> {
  const work = () => run(statement, database, planning);
  return isTransaction(database) ? work() : againWhereLost(work);
}

/**
 * The same on a connection of the pool, for statements that may take long: PostgreSQL is told to stop once nobody waits any
 * more. Rejects with the reason of `signal` then, and with `StatementTimeout` where the statement ran out of its time.
 */
export async function readWhileWanted(
  statement: Prisma.Sql,
  planning: Planning,
  signal: AbortSignal,
): Promise<ResultRow[]> {
  return againWhereLost(() => attemptWhileWanted(statement, planning, signal));
}

/** PostgreSQL gave the statement up, not for want of a connection or of a lock. */
export class StatementTimeout extends Error {}

function attemptWhileWanted(statement: Prisma.Sql, planning: Planning, signal: AbortSignal): Promise<ResultRow[]> {
  return holdConnection(async (connection, discard) => {
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped = cancelStatement(connection);
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      signal.throwIfAborted();
      return await run(statement, connection, planning);
    } catch (error) {
      signal.throwIfAborted();
      if (isGivenUp(error)) discard(error);
      throw sqlState(error) === "57014"
        ? new StatementTimeout("The statement took too long.", { cause: error })
        : error;
    } finally {
      signal.removeEventListener("abort", stop);
      // Not before: the request to stop would meet the statement of whoever has the connection next.
      await stopped;
    }
  });
}

async function againWhereLost<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined || !isConnectionLost(error)) throw error;
      await pause(pauseMs);
    }
  }
}

/** For statements that write. Tried again only where PostgreSQL says that it undid them, or was never told of them. */
export async function write(
  statement: Prisma.Sql,
  database: Database = pool(),
  planning: Planning = "once",
): Promise<ResultRow[]> {
  // Inside a transaction it is the whole transaction that was undone.
  if (isTransaction(database)) return run(statement, database, planning);
  return againWhereUndone(() => run(statement, database, planning));
}

/** All of the work or nothing of it. Done again from its beginning where PostgreSQL undid it. */
export async function transaction<T>(work: (database: pg.PoolClient) => Promise<T>): Promise<T> {
  return againWhereUndone(() => attemptTransaction(work));
}

/** `work`: a statement, or a transaction from BEGIN to COMMIT. Throws what the last attempt did. */
export async function againWhereUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || (!UNDONE.has(sqlState(error)) && !isNeverSent(error))) throw error;
    }
  }
}

function attemptTransaction<T>(work: (database: pg.PoolClient) => Promise<T>): Promise<T> {
  return holdConnection(async (connection, discard) => {
    const began = performance.now();
    try {
      await connection.query("BEGIN");
      const result = await work(connection);
      if (performance.now() - began > MAX_TRANSACTION_MS) throw new Error("The transaction did not end in its time.");
      await connection.query("COMMIT");
      return result;
    } catch (error) {
      // Behind a statement that was given up, a ROLLBACK would wait as long again. Hung up on, PostgreSQL rolls back.
      if (isGivenUp(error)) discard(error);
      else await connection.query("ROLLBACK").catch(discard);
      throw error;
    }
  });
}

type Discard = (error: Error) => void;

/** A connection of the pool for as long as the work takes. One that is discarded, or breaks, is not lent again. */
async function holdConnection<T>(work: (connection: pg.PoolClient, discard: Discard) => Promise<T>): Promise<T> {
  const connection = await pool().connect();
  let broken: Error | undefined;
  const discard = (error: Error) => {
    broken = error;
  };
  // While it is held, nobody else would hear that the connection broke, and the process would end.
  connection.on("error", discard);
  try {
    return await work(connection, discard);
  } finally {
    connection.off("error", discard);
    connection.release(broken);
  }
}

/** The five characters of PostgreSQL's error code, or of the system's; empty where there is none. */
export function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function isTransaction(database: Database): boolean {
  return database instanceof pg.Client;
}

async function run(statement: Prisma.Sql, database: Database, planning: Planning): Promise<ResultRow[]> {
  const { text } = statement;
  const values = statement.values as unknown[];
  const name = planning === "once" ? undefined : preparedName(text, planning);
  try {
    return await send(new SentStatement({ name, text, values }), database);
  } catch (error) {
    if (isPartitionGone(error)) throw new AccessChanged();
    if (isNotKept(error) && planning !== "once" && !isTransaction(database)) return run(statement, database, "once");
    throw error;
  }
}

/**
 * invalid_sql_statement_name: the statement right before it on its connection was the first to ask for the same text, and
 * failed before PostgreSQL could keep it. Of this one nothing was done.
 */
function isNotKept(error: unknown): boolean {
  return sqlState(error) === "26000";
}

/**
 * undefined_table, of an entity that was removed after this request was admitted. Of the message only the name counts: its
 * words, and the marks around the name, are of the language that the server speaks.
 */
function isPartitionGone(error: unknown): boolean {
  return sqlState(error) === "42P01" && error instanceof Error && error.message.includes(`${SCHEMA}.`);
}

function isConnectionLost(error: unknown): boolean {
  if (CONNECTION_LOST.has(sqlState(error)) || isNeverSent(error)) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}

/** The connection broke while it was being lent. */
function isNeverSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("is not queryable");
}

/** The driver has stopped waiting for the answer, which may still come. */
function isGivenUp(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout";
}
