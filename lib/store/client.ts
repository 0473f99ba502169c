/**
 * The way to PostgreSQL: a pool of connections, with Prisma's client on that same pool for everything but records and
 * authentication. Sets the timeouts that keep a sick database from making callers wait.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "@/generated/prisma/client";
import { env } from "../env";
import { STATEMENT_TIMEOUT_MS } from "../limits";
import { log } from "../log";
import { AttentivePool } from "./attentive-pool";

/** How long a statement may wait for a row another one holds, and a caller for a connection. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** A little over the statement timeout: reached only when the server has gone silent. */
const ANSWER_TIMEOUT_MS = 6_000;
/** Opening a connection costs as much as a hundred statements; one is kept whatever happens, others for so long. */
const IDLE_MS = 30_000;
/** Of fewer connections than this, none is spared for a lane. */
const FEWEST_WITH_LANES = 4;

let sharedPool: pg.Pool | undefined;
let sharedPrisma: PrismaClient | undefined;

export function pool(): pg.Pool {
  sharedPool ??= openPool();
  return sharedPool;
}

export function prisma(): PrismaClient {
  sharedPrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) });
  return sharedPrisma;
}

/** How many of DATABASE_POOL_SIZE are lanes (`lane.ts`). */
export function laneCount(): number {
  return env().DATABASE_POOL_SIZE < FEWEST_WITH_LANES ? 0 : 2;
}

/** How many lists may be at work at a time: some connections of the pool are always left to those who write. */
export function listPlaces(): number {
  const connections = env().DATABASE_POOL_SIZE - laneCount();
  return Math.max(1, connections - Math.max(1, Math.floor(connections / 8)));
}

/** Ends the pool once its work in flight is done. */
export async function closePool(): Promise<void> {
  const closing = sharedPool;
  await sharedPrisma?.$disconnect();
  sharedPrisma = undefined;
  sharedPool = undefined;
  await closing?.end();
}

function openPool(): pg.Pool {
  const opened = new AttentivePool({
    ...connectionSettings(),
    min: 1,
    max: env().DATABASE_POOL_SIZE - laneCount(),
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection that breaks in the moment between two holders has no other listener, and would end the process.
  opened.on("connect", (connection) => connection.on("error", () => {}));
  // The same for an idle one.
  opened.on("error", (error) => log().warn({ error: error.message }, "an idle database connection broke"));
  return opened;
}

/** What every connection of this process is opened with. */
export function connectionSettings(): pg.ClientConfig {
  const connectionString = env().DATABASE_URL;
  if (connectionString === undefined) throw new Error("DATABASE_URL is not set.");
  return {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    application_name: "public-records-api",
    options: [
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
      "-c timezone=UTC",
      // A position in an order of numbers is their text; with fewer digits, pages would skip records or repeat them.
      "-c extra_float_digits=1",
      // Compiling a statement takes longer than any of ours should run.
      "-c jit=off",
      // One request, one core; and the two runs of a page keep their order, which workers sharing them would not.
      "-c max_parallel_workers_per_gather=0",
    ].join(" "),
  };
}
