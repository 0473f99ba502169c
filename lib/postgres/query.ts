/** The only way to send SQL. Repeats reads after a broken connection; writes only if they were rolled back or never sent. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { inSpan } from "../process/tracing";
import { withDeadline } from "../time/deadline";
import type { Connection } from "./connection";
import { isCanceled, isConnectionLost, isGivenUp, isNotPrepared, isUndone, StatementTimeout } from "./faults";
import type { LentConnection } from "./pool";
import { type Pipeline, postgres } from "./postgres";
import { modeOf, type Plan, type PlanMode, preparedName } from "./prepared";

/** Text with `$1`, `$2` … in place of the values. */
export type Statement = { text: string; values: unknown[] };

export type QueryOptions = {
  /** A transaction's connection, or a pipelined one; the default is the pool. */
  on?: Connection | Pipeline | undefined;
  plan?: Plan;
  /** Stands for text and values: pipelined reads with the same key share one result if none was sent yet. */
  key?: string;
  /** For slow statements on the pool: aborting cancels them. */
  signal?: AbortSignal;
};

/** Delays before work is repeated: a restart does not end all connections at the same moment. */
const PAUSES_WHERE_LOST_MS = [0, 5, 25, 100];
/** They let a deadlock's winner take the lock; at once, the loser could retake it. */
const PAUSES_WHERE_UNDONE_MS = [5, 25];

/** Repeated if the connection broke. Throws StatementTimeout, and the reason of `signal` once it is aborted. */
export function read<Row = Record<string, unknown>>(statement: Statement, options: QueryOptions = {}): Promise<Row[]> {
  const work = () => send<Row>(statement, options);
  // A lost connection ends its transaction, so a single statement of it cannot be repeated.
  return isConnection(options.on) ? work() : again(work, PAUSES_WHERE_LOST_MS, isConnectionLost);
}

export async function readOne<Row>(statement: Statement, options?: QueryOptions): Promise<Row> {
  const [row] = await read<Row>(statement, options);
  if (row === undefined) throw new Error("The statement gave no row.");
  return row;
}

/** For writes. Repeated only if PostgreSQL rolled it back or never received it. */
export function write<Row = Record<string, unknown>>(statement: Statement, options: QueryOptions = {}): Promise<Row[]> {
  const work = () => send<Row>(statement, options);
  return isConnection(options.on) ? work() : againWhereUndone(work);
}

/** Throws the error of the last attempt. */
export function againWhereUndone<T>(work: () => Promise<T>): Promise<T> {
  return again(work, PAUSES_WHERE_UNDONE_MS, isUndone);
}

async function again<T>(
  work: () => Promise<T>,
  pausesMs: readonly number[],
  canRepeat: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pausesMs[attempt];
      if (pauseMs === undefined || !canRepeat(error)) throw error;
      await pause(pauseMs);
    }
  }
}

/** Not by `instanceof`: Next loads the class once for each of its bundles. */
function isConnection(on: QueryOptions["on"]): on is Connection {
  return typeof on === "object";
}

function send<Row>(statement: Statement, { on, plan = "unprepared", key, signal }: QueryOptions): Promise<Row[]> {
  const ask = (connection: Connection, way: Pipeline | "pool" | "transaction" = "pool") => {
    metrics()?.statements.inc({ on: way, plan });
    return queryOn<Row>(connection, statement, plan);
  };
  if (isConnection(on)) return ask(on, "transaction");
  const shared = on && postgres().pipelines?.[on].run(statement.text, (connection) => ask(connection, on), key);
  if (shared) return shared;
  return withConnection(modeOf(plan), (connection) =>
    signal === undefined ? ask(connection) : whileWanted(signal, connection, ask),
  );
}

export async function queryOn<Row>(connection: Connection, { text, values }: Statement, plan: Plan): Promise<Row[]> {
  const name = preparedName(text, plan);
  try {
    const sent = () => connection.send({ name, text, values });
    const attributes = { "db.system.name": "postgresql", "db.query.plan": plan };
    return (await inSpan(() => operationOf(text), attributes, sent)) as Row[];
  } catch (error) {
    if (name !== undefined && isNotPrepared(error)) return queryOn(connection, { text, values }, "unprepared");
    throw error;
  }
}

/** Names a span, so it must not vary with values. */
function operationOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "postgresql";
}

/** Cancels the statement if `signal` is aborted, and throws its reason. */
export async function whileWanted<T>(
  signal: AbortSignal,
  connection: Connection,
  ask: (connection: Connection) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let stopped: Promise<unknown> | undefined;
  const cancel = () => {
    stopped = cancelStatement(connection);
  };
  signal.addEventListener("abort", cancel);
  try {
    return await ask(connection);
  } catch (error) {
    signal.throwIfAborted();
    throw (await tookTooLong(error, connection))
      ? new StatementTimeout("The statement took too long.", { cause: error })
      : error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // Waits for the cancel request: if it arrived later, it would hit the next caller's statement.
    await stopped;
  }
}

/**
 * PostgreSQL notices its time limit late within a single comparison of long texts, so the driver can give up first. If the
 * server takes a cancel request, the statement was slow; otherwise the server has gone silent.
 */
async function tookTooLong(error: unknown, connection: Connection): Promise<boolean> {
  return isCanceled(error) || (isGivenUp(error) && (await cancelStatement(connection)));
}

export function withConnection<T>(mode: PlanMode, work: (connection: LentConnection) => Promise<T>): Promise<T> {
  return postgres().pool.lendTo(mode, work);
}

/** Much longer than a cancel request takes. A statement that cannot be canceled ends at its own timeout. */
const CANCEL_TIMEOUT_MS = 1_000;

/** Missing from the driver's types. */
type Server = {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  connectionParameters: { ssl: unknown };
};
type CancelConnection = pg.Connection & {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/** Resolves once the server has passed the request on, so it cannot hit a later statement; false if unreachable. Never rejects. */
async function cancelStatement(client: pg.ClientBase): Promise<boolean> {
  const server = client as unknown as Server;
  const connection = new pg.Connection({
    ssl: server.connectionParameters.ssl,
  } as pg.ConnectionConfig) as CancelConnection;
  try {
    await withDeadline(request(connection, server), CANCEL_TIMEOUT_MS);
    return true;
  } catch (error) {
    log().warn({ error: String(error) }, "a statement that nobody waits for could not be canceled");
    return false;
  } finally {
    connection.stream.destroy();
  }
}

function request(connection: CancelConnection, { host, port, processID, secretKey, connectionParameters }: Server) {
  const ask = () => connection.cancel(processID, secretKey);
  return new Promise<void>((resolve, reject) => {
    connection.once("connect", () => (connectionParameters.ssl ? connection.requestSsl() : ask()));
    connection.once("sslconnect", ask);
    connection.on("error", reject);
    connection.once("end", resolve);
    if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
