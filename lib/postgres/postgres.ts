/** All connections of this process to PostgreSQL: a pool, two pipelined connections, and those to replicas. */
import { env, runsAsFunction } from "../process/env";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { PipelinedConnection } from "./pipelined";
import { openPool, type StallTolerantPool } from "./pool";
import { IDENTITY, PRIMARY_POSITION, type Primary, parseWalPosition, Replica } from "./replica";

/** `authentication` has a connection of its own, so that it never waits behind a lock on a table of records. */
export type Pipeline = "authentication" | "records";

type Postgres = {
  pool: StallTolerantPool;
  /** null if there are too few connections to spare any. */
  pipelines: Record<Pipeline, PipelinedConnection> | null;
  /** Reads go to these if they are up to date (`replica-read.ts`). */
  replicas: Replica[];
  /** Bounds potentially slow reads, so that some connections of the pool are left for writes. */
  readersAtOnce: number;
  /** Bounds batches: each keeps a connection for all of its statements. */
  batchesAtOnce: number;
  /** Bounds one organization's requests, so that some connections are left for the others. */
  connectionsOfOrganization: number;
  /** Closes every connection once the work in flight on it is done. */
  close(): Promise<void>;
};

const PIPELINES = 2;
/** None is pipelined with fewer connections, in a function, where they end early, or behind a pooler, which shares them itself. */
const FEWEST_WITH_PIPELINES = 4;
/** With fewer, a list of an organization would delay its own writes. */
const FEWEST_OF_ORGANIZATION = 2;

export const postgres = runtime.part(
  "postgres",
  () => openPostgres(env().DATABASE_POOL_SIZE),
  ({ close }) => close(),
);

/** `size` is the maximum number of connections. The first one opens on first use. */
function openPostgres(size: number): Postgres {
  const isShared = runsAsFunction() || env().DATABASE_POOLER === "transaction";
  const hasPipelines = size >= FEWEST_WITH_PIPELINES && !isShared;
  const pooled = hasPipelines ? size - PIPELINES : size;
  const pool = openPool(pooled);
  watchPool(pool, pooled);
  const pipelines = hasPipelines
    ? { authentication: new PipelinedConnection(), records: new PipelinedConnection() }
    : null;
  const replicas = env().DATABASE_REPLICA_URLS.map(
    (url) =>
      new Replica(url, () => lookAtPrimary(pool), {
        size,
        isPipelined: size >= FEWEST_WITH_PIPELINES && !runsAsFunction(),
      }),
  );
  return {
    pool,
    pipelines,
    replicas,
    readersAtOnce: Math.max(1, pooled - Math.max(1, Math.floor(pooled / 8))),
    batchesAtOnce: Math.max(1, pooled >> 1),
    connectionsOfOrganization: Math.max(FEWEST_OF_ORGANIZATION, pooled - Math.ceil(pooled / 4)),
    close: async () => {
      await Promise.all([pipelines?.authentication.close(), pipelines?.records.close()]);
      await Promise.all(replicas.map((replica) => replica.close()));
      await pool.end();
    },
  };
}

/** The state that replicas are compared with. */
async function lookAtPrimary(pool: StallTolerantPool): Promise<Primary> {
  const statement = { text: `SELECT ${IDENTITY} AS identity, ${PRIMARY_POSITION} AS position`, values: [] };
  type Row = { identity: string; position: string };
  const [row] = (await pool.lendTo("custom", (connection) => connection.send(statement))) as [Row];
  return { identity: row.identity, position: parseWalPosition(row.position) };
}

function watchPool(pool: StallTolerantPool, size: number): void {
  const ofPool = "Connections of the pool to PostgreSQL: in use, idle, and how many it may open (max).";
  metrics()?.gauge("records_database_connections", ofPool, ["state"], (gauge) => {
    gauge.set({ state: "used" }, pool.totalCount - pool.idleCount);
    gauge.set({ state: "idle" }, pool.idleCount);
    gauge.set({ state: "max" }, size);
  });
  const ofCallers = "Callers that wait for a connection of the pool.";
  metrics()?.gauge("records_database_waiting", ofCallers, [], (gauge) => gauge.set(pool.waitingCount));
}
