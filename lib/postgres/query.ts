/**
 * The one way to send SQL. Reads survive connections that break under them; writes, like whole transactions, survive a
 * deadlock. What is ambiguous (did the write happen?) is never repeated.
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

/** Text with `$1`, `$2` …, and what stands for them; Prisma's `sql` makes it. */
export type Statement = { text: string; values: unknown[] };

export type QueryOptions = {
  /** The connection of a transaction, or one that is shared; the pool where left out. */
  on?: Connection | Pipeline | undefined;
  plan?: Plan;
  /** For statements that may take long, on the pool: PostgreSQL is told to stop once nobody waits any more. */
  departure?: Departure;
};

/** Before a read is tried again. Connections that an administrator or a restart ends break together, but not in one moment. */
const PAUSES_MS = [0, 5, 25, 100];
const MAX_ATTEMPTS = 3;

/** Sent again where the connection broke. Throws StatementTimeout, and CallerLeft where there is a departure. */
export async function read<Row = Record<string, unknown>>(
  statement: Statement,
  options: QueryOptions = {},
): Promise<Row[]> {
  const work = () => send<Row>(statement, options);
  // Inside a transaction it is the whole transaction that is lost.
  return isConnection(options.on) ? work() : againWhereLost(work);
}

/** For statements that write. Sent again only where PostgreSQL says that it undid them, or was never told of them. */
export async function write<Row = Record<string, unknown>>(
  statement: Statement,
  options: QueryOptions = {},
): Promise<Row[]> {
  const work = () => send<Row>(statement, options);
  return isConnection(options.on) ? work() : againWhereUndone(work);
}

/** `work`: a statement, or a transaction from BEGIN to COMMIT. Throws what the last attempt did. */
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

/** Not by its class: Next loads that once for each of its bundles, and connections are the whole process's. */
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

/** On this very connection. */
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

/** PostgreSQL is told to stop once the caller has left. */
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
    // Not before: the request to stop would meet the statement of whoever has the connection next.
    await stopped;
  }
}

/** A connection of the pool for as long as the work takes. */
export async function withConnection<T>(mode: PlanMode, work: (connection: LentConnection) => Promise<T>): Promise<T> {
  return postgres().pool.lendTo(mode, work);
}
