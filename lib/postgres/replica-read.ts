/**
 * Reads from a replica that has replayed what the caller may have seen (decision 29): the primary's position comes with the
 * token's verification, the replica's with the read. If it is behind, or anything fails, the primary serves the read.
 */
import { setTimeout as pause } from "node:timers/promises";
import { metrics } from "../process/metrics";
import { withDeadline } from "../time/deadline";
import type { Connection } from "./connection";
import { isCanceled, NONE_FREE, StatementTimeout } from "./faults";
import { postgres } from "./postgres";
import { modeOf } from "./prepared";
import { type QueryOptions, queryOn, read, type Statement, whileWanted } from "./query";
import { parseLsn, type Replica, type Seen } from "./replica";

/** For a statement by key and for the replica's position. A replica that is silent for longer is taken out of service. */
const ANSWER_MS = 250;

/** Delays before each attempt. A replica that is one write behind catches up soon. */
const PAUSES_MS = [0, 2, 5, 10];

/** Like `read`, but from a replica if one is in service and has replayed what the caller has seen. */
export async function readAsOf<Row = Record<string, unknown>>(
  statement: Statement,
  options: QueryOptions & { seen: Seen },
): Promise<Row[]> {
  const { seen } = options;
  const { replicas } = postgres();
  if (replicas.length > 0 && seen !== null && seen !== undefined) {
    const replica = choose(replicas);
    const rows = replica === null ? "away" : await readFrom<Row>(replica, statement, { ...options, seen });
    metrics()?.replicaReads.inc({ outcome: typeof rows === "string" ? rows : "replica" });
    if (typeof rows !== "string") return rows;
  }
  return read<Row>(statement, options);
}

let rotation = 0;

function choose(replicas: Replica[]): Replica | null {
  const serving = replicas.filter((replica) => replica.follows() !== null);
  rotation = (rotation + 1) % Math.max(serving.length, 1);
  return serving[rotation] ?? null;
}

type Options = QueryOptions & { seen: NonNullable<Seen> };

/** Throws only what concerns the caller: the client has gone, or the statement took too long. */
async function readFrom<Row>(
  replica: Replica,
  statement: Statement,
  options: Options,
): Promise<Row[] | "behind" | "failed"> {
  const { signal } = options;
  try {
    for (const pauseMs of PAUSES_MS) {
      if (pauseMs > 0) await pause(pauseMs);
      const rows = await (signal === undefined
        ? readByKey<Row>(replica, statement, options)
        : readPage<Row>(replica, statement, options, signal));
      if (rows === "behind") continue;
      replica.noteServed();
      return rows;
    }
    replica.noteBehind();
    return "behind";
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StatementTimeout) throw error;
    if (error instanceof Error && isItsFault(error)) replica.noteAway(error.message);
    return "failed";
  }
}

/** Errors of a statement do not count: the primary reports the same, or does better. Nor do busy connections. */
function isItsFault(error: Error): boolean {
  if (error instanceof NotVerified) return false;
  return error.message !== NONE_FREE && (!("severity" in error) || error.severity === "FATAL");
}

/** Sends both statements together: if the replica is behind, the wasted read was cheap. */
async function readByKey<Row>(replica: Replica, statement: Statement, { plan = "unprepared", seen }: Options) {
  const ask = (connection: Connection) => {
    const position = replayed(connection);
    const rows = queryOn<Row>(connection, statement, plan);
    return promptly(replica, connection, Promise.all([position, rows]));
  };
  const [lsn, found] = await (replica.pipeline?.run(statement.text, ask) ?? replica.pool.lendTo(modeOf(plan), ask));
  return (await hasReached(replica, lsn, seen)) ? found : "behind";
}

/** One statement after the other, so that a potentially slow read is not started for nothing. */
async function readPage<Row>(
  replica: Replica,
  statement: Statement,
  { plan = "unprepared", seen }: Options,
  signal: AbortSignal,
) {
  return replica.pool.lendTo(modeOf(plan), async (connection) => {
    const lsn = await promptly(replica, connection, replayed(connection));
    if (!(await hasReached(replica, lsn, seen))) return "behind";
    const page = () => whileWanted(signal, connection, () => queryOn<Row>(connection, statement, plan));
    return replica.during(connection, page);
  });
}

/** null if the server is no longer a replica. */
async function replayed(connection: Connection): Promise<bigint | null> {
  const text = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn";
  const [row] = (await connection.send({ name: "replayed", text, values: [] })) as { lsn: string | null }[];
  return row?.lsn == null ? null : parseLsn(row.lsn);
}

/** The verification failed, and with it the request, so the result is no longer needed. */
class NotVerified extends Error {}

async function hasReached(replica: Replica, lsn: bigint | null, seen: Options["seen"]): Promise<boolean> {
  const wanted = await Promise.resolve(seen).catch(() => null);
  if (wanted === null || wanted === undefined) throw new NotVerified();
  if (lsn === null || replica.follows() !== wanted.timeline) {
    throw new Error("It follows another timeline than the primary.");
  }
  return lsn >= wanted.lsn;
}

/** After a statement without a response, the next one on this connection would get none either. */
async function promptly<T>(replica: Replica, connection: Connection, response: Promise<T>): Promise<T> {
  let isSilent = true;
  const heard = response.finally(() => {
    isSilent = false;
  });
  try {
    return await withDeadline(heard, ANSWER_MS);
  } catch (error) {
    if (isSilent) replica.noteSilent(connection);
    throw isCanceled(error) ? new StatementTimeout("The statement took too long.", { cause: error }) : error;
  }
}
