/**
 * The one way to send SQL. Reads survive broken connections; writes, like whole transactions, survive a deadlock. A write
 * that may have happened is never repeated.
 */
import { setTimeout as pause } from "node:timers/promises";
import { metrics } from "../process/metrics";
import { inSpan } from "../process/tracing";
import type { Departure } from "../time/departure";
import { cancelStatement } from "./cancel";
import type { Connection } from "./connection";
import { isCancelled, isConnectionLost, isNotPrepared, isUndone, StatementTimeout } from "./faults";
import type { LentConnection } from "./pool";
import { type Pipeline, postgres } from "./postgres";
import { modeOf, type Plan, type PlanMode, preparedName } from "./prepared";

/** Text with `$1`, `$2` …, and their values, as Prisma's `sql` makes it. */
export type Statement = { text: string; values: unknown[] };

export type QueryOptions = {
  /** A transaction's connection, or a shared one; the pool by default. */
  on?: Connection | Pipeline | undefined;
  plan?: Plan;
  /** For slow statements on the pool: they are cancelled once the caller has left. */
  departure?: Departure;
};

/** Before a read is tried again. Connections that a restart ends do not all break at one moment. */
const PAUSES_MS = [0, 5, 25, 100];
const MAX_ATTEMPTS = 3;

/** Sent again where the connection broke. Throws StatementTimeout; with a departure CallerLeft, too. */
export async function read<Row = Record<string, unknown>>(
  statement: Statement,
  options: QueryOptions = {},
): Promise<Row[]> {
  const work = () => send<Row>(statement, options);
  // Within a transaction, the whole transaction is lost.
  return isConnection(options.on) ? work() : againWhereLost(work);
}

/** `read` for a statement that always gives one row. */
export async function readOne<Row>(statement: Statement, options?: QueryOptions): Promise<Row> {
  const [row] = await read<Row>(statement, options);
  if (row === undefined) throw new Error("The statement gave no row.");
  return row;
}

/** For writes. Sent again only where PostgreSQL rolled it back, or never got it. */
export async function write<Row = Record<string, unknown>>(
  statement: Statement,
  options: QueryOptions = {},
): Promise<Row[]> {
  const work = () => send<Row>(statement, options);
  return isConnection(options.on) ? work() : againWhereUndone(work);
}

/** `work`: a statement, or a whole transaction. Throws what the last attempt threw. */
export async function againWhereUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isUndone(error)) throw error;
    }
  }
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

/** Not by `instanceof`: Next loads the class once for each of its bundles. */
function isConnection(on: QueryOptions["on"]): on is Connection {
  return typeof on === "object";
}

function send<Row>(statement: Statement, { on, plan = "unprepared", departure }: QueryOptions): Promise<Row[]> {
  const ask = (connection: Connection) => queryOn<Row>(connection, statement, plan);
  const count = (way: Pipeline | "pool" | "transaction") => metrics()?.statements.inc({ on: way, plan });
  if (isConnection(on)) {
    count("transaction");
    return ask(on);
  }
  const shared = on === undefined ? undefined : postgres().pipelines?.[on].run(ask);
  count(on !== undefined && shared ? on : "pool");
  if (shared) return shared;
  return withConnection(modeOf(plan), (connection) =>
    departure === undefined ? ask(connection) : whileWanted(departure, connection, ask),
  );
}

export async function queryOn<Row>(connection: Connection, { text, values }: Statement, plan: Plan): Promise<Row[]> {
  const name = preparedName(text, plan);
  try {
    const sent = () => connection.send({ name, text, values });
    return (await inSpan("postgresql", { "db.system.name": "postgresql", "db.query.plan": plan }, sent)) as Row[];
  } catch (error) {
    if (name !== undefined && isNotPrepared(error)) return queryOn(connection, { text, values }, "unprepared");
    throw error;
  }
}

/** Cancels the statement once the caller has left. */
export async function whileWanted<T>(
  departure: Departure,
  connection: Connection,
  ask: (connection: Connection) => Promise<T>,
): Promise<T> {
  departure.throwIfLeft();
  let stopped: Promise<void> | undefined;
  departure.whenLeft(() => {
    stopped = cancelStatement(connection);
  });
  try {
    return await ask(connection);
  } catch (error) {
    departure.throwIfLeft();
    throw isCancelled(error) ? new StatementTimeout("The statement took too long.", { cause: error }) : error;
  } finally {
    departure.whenLeft(null);
    // Waits for the request to cancel: later it would meet the next caller's statement.
    await stopped;
  }
}

export async function withConnection<T>(mode: PlanMode, work: (connection: LentConnection) => Promise<T>): Promise<T> {
  return postgres().pool.lendTo(mode, work);
}
