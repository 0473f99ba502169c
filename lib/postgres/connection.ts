/** A connection of this process to PostgreSQL: what it is opened with, and which kind of plan it makes at the moment. */
import pg from "pg";
import { env } from "../env";
import { STATEMENT_TIMEOUT_MS } from "../limits";
import type { PlanMode } from "./prepared";
import { SentQuery } from "./sent-query";

/** How long a statement may wait for a row that another one holds, and a caller for a connection. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** A little over the statement timeout: reached only when the server has gone silent. */
const RESPONSE_TIMEOUT_MS = 6_000;

export class Connection extends pg.Client {
  /** How long the driver waits for a response; its usual time where undefined. */
  responseTimeoutMs: number | undefined;
  /** What the driver's types leave out. */
  declare readonly connection: pg.Connection;
  private mode: PlanMode = "custom";

  /** The rows, as objects. Named, PostgreSQL keeps the statement for this connection. */
  send({ name, text, values }: { name?: string | undefined; text: string; values: unknown[] }): Promise<object[]> {
    return new Promise((resolve, reject) => {
      const config = { name, text, values, timeoutMs: this.responseTimeoutMs };
      this.query(new SentQuery(config, (error, rows) => (error === null ? resolve(rows) : reject(error))));
    });
  }

  /** From the next statement on. Sent ahead of it, and only where it changes something. */
  planFor(mode: PlanMode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    // Where it fails the connection is broken, which the next statement finds out.
    this.query(`SET plan_cache_mode = force_${mode}_plan`).catch(() => {});
  }
}

/** What every connection of this process is opened with. */
export function connectionSettings(mode: PlanMode = "custom"): pg.ClientConfig & { pipeline: true } {
  const connectionString = env().DATABASE_URL;
  if (connectionString === undefined) throw new Error("DATABASE_URL is not set.");
  return {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    application_name: "public-records-api",
    pipeline: true,
    options: [
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
      "-c timezone=UTC",
      `-c plan_cache_mode=force_${mode}_plan`,
      // A position in an order of numbers is their text; with fewer digits, pages would skip records or repeat them.
      "-c extra_float_digits=1",
      // Compiling a statement takes longer than any of ours should run.
      "-c jit=off",
      // One request, one core; and the two runs of a page keep their order, which workers sharing them would not.
      "-c max_parallel_workers_per_gather=0",
    ].join(" "),
  };
}
