import pg from "pg";
import { STATEMENT_TIMEOUT_MS } from "../limits";
import { type Env, env } from "../process/env";
import { runtime } from "../process/runtime";
import { HostClient } from "./hosts";
import type { PlanMode } from "./prepared";

/** How long a statement waits for a locked row. */
const LOCK_TIMEOUT_MS = 2_000;
let connectTimeoutMs = 1_000;
/** Shorter for replicas, because the primary can be asked instead. */
const CONNECT_TO_REPLICA_TIMEOUT_MS = 500;
/** Slightly longer than the statement timeout, so only a server that has gone silent reaches it. */
const RESPONSE_TIMEOUT_MS = 6_000;
/** Keeps idle connections alive: firewalls and load balancers drop those without traffic after a few minutes. */
const SIGN_OF_LIFE_MS = 60_000;

/** For a process that serves no requests. Call it before the first connection opens. */
export function setConnectTimeout(milliseconds: number): void {
  connectTimeoutMs = milliseconds;
}

/** `settings`: statements that are sent when the connection opens, where a pooler refuses start-up options. */
type ConnectionConfig = pg.ClientConfig & { connectionString: string; pipeline: boolean; settings?: string };

export class Connection extends HostClient {
  /** How long the driver waits for a response; undefined means its default. */
  responseTimeoutMs: number | undefined;
  /** Missing from the driver's types. */
  declare readonly connection: pg.Connection;
  mode: PlanMode = "custom";

  constructor(config: ConnectionConfig) {
    super(config);
    const { settings } = config;
    // Sent before the first statement, which does not wait for the response. A failure is reported as in `planFor`.
    if (settings !== undefined) this.once("connect", () => this.query(settings).catch(() => {}));
  }

  /** A named statement stays prepared on this connection. */
  send({ name, text, values }: { name?: string | undefined; text: string; values: unknown[] }): Promise<object[]> {
    return new Promise((resolve, reject) => {
      const config = { name, text, values, timeoutMs: this.responseTimeoutMs };
      this.query(new SentQuery(config, (error, rows) => (error === null ? resolve(rows) : reject(error))));
    });
  }

  /** Applies from the next statement on. The setting is sent only if it changes. */
  planFor(mode: PlanMode): void {
    // Behind a transaction-mode pooler, the setting would stay on the connection for other clients.
    if (mode === this.mode || env().DATABASE_POOLER === "transaction") return;
    this.mode = mode;
    // A failure means that the connection is broken; the next statement will report it.
    this.query(`SET plan_cache_mode = force_${mode}_plan`).catch(() => {});
  }
}

/** Exact results and bounded durations. Behind a transaction-mode pooler, the database role has to set these. */
export const SESSION_SETTINGS = {
  statement_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
  lock_timeout: `${LOCK_TIMEOUT_MS / 1_000}s`,
  idle_in_transaction_session_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
  timezone: "UTC",
  // Keyset positions are numbers as text; with fewer digits, pages would skip or repeat records.
  extra_float_digits: "1",
  // JIT compilation takes longer than our statements run.
  jit: "off",
  // One core per request. Parallel workers would also lose the order between a page's two scans.
  max_parallel_workers_per_gather: "0",
} as const;

/** `replicaUrl` is the address of a replica, without a pooler in between; the default is DATABASE_URL. */
export function connectionSettings(mode: PlanMode = "custom", replicaUrl?: string): ConnectionConfig {
  const connectionString = replicaUrl ?? env().DATABASE_URL;
  if (connectionString === undefined) throw new Error("DATABASE_URL is not set.");
  return {
    connectionString,
    connectionTimeoutMillis: replicaUrl === undefined ? connectTimeoutMs : CONNECT_TO_REPLICA_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SIGN_OF_LIFE_MS,
    application_name: "public-records-api",
    ...settingsFor(mode, replicaUrl === undefined ? env().DATABASE_POOLER : undefined),
  };
}

function settingsFor(mode: PlanMode, pooler: Env["DATABASE_POOLER"]) {
  if (pooler === "transaction") return { pipeline: false };
  const settings = Object.entries({ ...SESSION_SETTINGS, plan_cache_mode: `force_${mode}_plan` });
  return pooler === "session"
    ? { pipeline: true, settings: settings.map(([name, value]) => `SET ${name} = '${value}'`).join("; ") }
    : { pipeline: true, options: settings.map(([name, value]) => `-c ${name}=${value}`).join(" ") };
}

type QueryConfig = { name: string | undefined; text: string; values: unknown[]; timeoutMs: number | undefined };

type Callback = (error: Error | null, rows: object[]) => void;
type Column = { name: string; parse: (text: string) => unknown };

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => pg.Query & {
  name: string | undefined;
  query_timeout: number | undefined;
  callback: Callback;
  prepare(connection: pg.Connection): void;
};

/** Keyed by statement name. It stays small, because names are limited (`prepared.ts`). */
const described = runtime.part("described statements", () => new Map<string, Column[]>());

/** Describes a named statement's columns only once: each time would make a read by key 10 % slower (docs/performance.md). */
class SentQuery extends DriverQuery {
  private columns: Column[] | undefined;
  private readonly found: object[] = [];
  private fault: Error | null = null;

  constructor({ name, text, values, timeoutMs }: QueryConfig, callback: Callback) {
    super(text, values);
    this.name = name;
    this.query_timeout = timeoutMs;
    this.callback = callback;
    if (name !== undefined) this.columns = described().get(name);
  }

  override prepare(connection: pg.Connection): void {
    super.prepare(this.columns === undefined ? connection : withoutDescribe(connection));
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, "text") }));
    if (this.name !== undefined) described().set(this.name, this.columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      for (const [place, { name, parse }] of (this.columns ?? []).entries()) {
        const text = fields[place] ?? null;
        row[name] = text === null ? null : parse(text);
      }
      this.found.push(row);
    } catch (error) {
      this.fault ??= error as Error;
    }
  }

  /** Empty: the number of rows is known from the rows themselves. */
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.fault, this.found);
  }
}

/** Each connection wrapped so that it sends no requests for column descriptions. */
const withoutDescribes = new WeakMap<pg.Connection, pg.Connection>();

function withoutDescribe(connection: pg.Connection): pg.Connection {
  const known = withoutDescribes.get(connection);
  if (known !== undefined) return known;
  const created = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
  withoutDescribes.set(connection, created);
  return created;
}
