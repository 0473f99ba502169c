/**
 * Reads that a replica can serve without anybody noticing. The primary says, with the token's verification, how far it had come by then; the
 * replica says how far it has come right before the statement that reads, on the same connection, so that this one sees at least
 * as much. Where it is not as far, or anything goes wrong, the primary is asked (decision 29).
 */
import { setTimeout as pause } from "node:timers/promises";
import { metrics } from "../process/metrics";
import { withDeadline } from "../time/deadline";
import type { Connection } from "./connection";
import { isCancelled, StatementTimeout } from "./faults";
import { NONE_FREE } from "./pool";
import { postgres } from "./postgres";
import { modeOf } from "./prepared";
import { type QueryOptions, queryOn, read, type Statement, whileWanted } from "./query";
import type { Replica } from "./replica";
import { parseLsn, type WalPosition } from "./wal-position";

/** What the caller can have seen: a read shows at least that. null and undefined: the primary is to be asked. */
export type Seen = WalPosition | null | undefined | Promise<WalPosition | null | undefined>;

/** For a statement by key, and for the question how far it has come. A replica that is silent for so long is left out. */
const ANSWER_MS = 250;

/** Before it is asked: one that is a write behind is not behind for long. */
const PAUSES_MS = [0, 2, 5, 10];

/** The same as `read`, from a replica where one can be had that shows what was seen. */
export async function readAsOf<Row = Record<string, unknown>>(
  statement: Statement,
  { seen, ...options }: QueryOptions & { seen: Seen },
): Promise<Row[]> {
  const { replicas } = postgres();
  if (replicas.length > 0 && seen !== null && seen !== undefined) {
    const replica = choose(replicas);
    const rows = replica === null ? "away" : await readFrom<Row>(replica, statement, { ...options, seen });
    metrics()?.replicaReads.inc({ outcome: typeof rows === "string" ? rows : "replica" });
    if (typeof rows !== "string") return rows;
  }
  return read<Row>(statement, options);
}

let turn = 0;

/** Those that serve, in turns. */
function choose(replicas: Replica[]): Replica | null {
  const serving = replicas.filter((replica) => replica.follows() !== null);
  turn = (turn + 1) % Math.max(serving.length, 1);
  return serving[turn] ?? null;
}

type Options = QueryOptions & { seen: NonNullable<Seen> };

/** Throws what is the caller's: that it left, or that the statement took too long. */
async function readFrom<Row>(
  replica: Replica,
  statement: Statement,
  options: Options,
): Promise<Row[] | "behind" | "failed"> {
  const { departure } = options;
  try {
    for (const pauseMs of PAUSES_MS) {
      if (pauseMs > 0) await pause(pauseMs);
      const rows = await (departure === undefined
        ? readByKey<Row>(replica, statement, options)
        : readPage<Row>(replica, statement, options, departure));
      if (rows === "behind") continue;
      replica.noteServed();
      return rows;
    }
    replica.noteBehind();
    return "behind";
  } catch (error) {
    departure?.throwIfLeft();
    if (error instanceof StatementTimeout) throw error;
    if (error instanceof Error && isItsFault(error)) replica.noteAway(error.message);
    return "failed";
  }
}

/** Not what PostgreSQL says of a statement: the primary will say the same, or knows better. Nor that all connections are at work. */
function isItsFault(error: Error): boolean {
  if (error instanceof NotVerified) return false;
  return error.message !== NONE_FREE && (!("severity" in error) || error.severity === "FATAL");
}

/** Both at once. Where it is behind, the statement was for nothing, and cheap. */
async function readByKey<Row>(replica: Replica, statement: Statement, { plan = "unprepared", seen }: Options) {
  const ask = async (connection: Connection) => {
    const position = replayed(connection);
    const rows = queryOn<Row>(connection, statement, plan);
    const [lsn, found] = await promptly(replica, connection, Promise.all([position, rows]));
    return { lsn, found };
  };
  const { lsn, found } = await (replica.pipeline?.run(ask) ?? replica.pool.lendTo(modeOf(plan), ask));
  return (await hasReached(replica, lsn, seen)) ? found : "behind";
}

/** One after the other: what may take long is not begun for nothing. */
async function readPage<Row>(
  replica: Replica,
  statement: Statement,
  { plan = "unprepared", seen }: Options,
  departure: NonNullable<QueryOptions["departure"]>,
) {
  return replica.pool.lendTo(modeOf(plan), async (connection) => {
    const lsn = await promptly(replica, connection, replayed(connection));
    if (!(await hasReached(replica, lsn, seen))) return "behind";
    const page = () => whileWanted(departure, connection, () => queryOn<Row>(connection, statement, plan));
    return replica.during(connection, page);
  });
}

/** null: it is no replica any more. */
async function replayed(connection: Connection): Promise<bigint | null> {
  const text = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn";
  const [row] = (await connection.send({ name: "replayed", text, values: [] })) as { lsn: string | null }[];
  return row?.lsn == null ? null : parseLsn(row.lsn);
}

/** The verification failed, and with it the request: nobody waits for what is read. */
class NotVerified extends Error {}

async function hasReached(replica: Replica, lsn: bigint | null, seen: Options["seen"]): Promise<boolean> {
  const wanted = await Promise.resolve(seen).catch(() => null);
  if (wanted === null || wanted === undefined) throw new NotVerified();
  if (lsn === null || replica.follows() !== wanted.timeline) {
    throw new Error("It follows another timeline than the primary.");
  }
  return lsn >= wanted.lsn;
}

/** Behind a question that got no response, the next one would get none either. */
async function promptly<T>(replica: Replica, connection: Connection, response: Promise<T>): Promise<T> {
  let isSilent = true;
  const heard = response.finally(() => {
    isSilent = false;
  });
  try {
    return await withDeadline(heard, ANSWER_MS);
  } catch (error) {
    if (isSilent) replica.noteSilent(connection);
    throw isCancelled(error) ? new StatementTimeout("The statement took too long.", { cause: error }) : error;
  }
}
