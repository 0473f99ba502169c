/** Queries PostgreSQL as a server: whether this process can serve, and what time it is. */
import { withOwnConnection } from "../postgres/administration";
import { Connection, connectionSettings, SESSION_SETTINGS } from "../postgres/connection";
import { isConfusedByPooler } from "../postgres/faults";
import { SharedSession } from "../postgres/own-session";
import { withConnection } from "../postgres/query";
import { env, runsAsFunction } from "../process/env";
import { log } from "../process/log";
import { runtime } from "../process/runtime";
import { withDeadline } from "../time/deadline";
import { prisma } from "./prisma";

/** The newest folder of prisma/migrations; a test compares the two. */
export const LATEST_MIGRATION = "20261126230000_paused_entities";

/** Load balancers ask every few seconds. A database that takes longer is of no use. */
const ANSWER_MS = 2_000;

export type Readiness = { ready: true } | { ready: false; reason: string };

type State = { isUpToDate: boolean; settings: Record<string, string> };

const STATE = `SELECT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NOT NULL) AS "isUpToDate",
  jsonb_build_object(${Object.keys(SESSION_SETTINGS)
    .map((name) => `'${name}', current_setting('${name}')`)
    .join(", ")}) AS settings`;

/** `reason` is for the response; the log gets the database's message, once for each change. */
export async function checkReadiness(): Promise<Readiness> {
  try {
    const { isUpToDate, settings } = await withDeadline(requireDeclaredPooler().then(readState), ANSWER_MS);
    if (!isUpToDate) return notReady("The database is behind: run npm run db:migrate.");
    const wrong = wrongSettings(settings);
    if (wrong.length > 0) return notReady(`A pooler passes no settings on. Give them to the role: ${wrong.join(" ")}`);
    reported().text = "";
    return { ready: true };
  } catch (error) {
    dropOwn();
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof SharedSession)
      return notReady("The pooler is not by session: set DATABASE_POOLER=transaction.");
    return isConfusedByPooler(error)
      ? notReady(
          "A pooler is in front of the database: set DATABASE_POOLER=transaction or DATABASE_POOLER=session.",
          text,
        )
      : notReady("The database does not answer.", text);
  }
}

const sessions = runtime.part("sessions of a pooler", () => ({ proof: null as Promise<void> | null }));

/** Throws SharedSession if a pooler declared as session-mode shares its connections by transaction. */
async function requireDeclaredPooler(): Promise<void> {
  if (env().DATABASE_POOLER !== "session") return;
  const found = sessions();
  found.proof ??= withOwnConnection(async () => {}).catch((error: unknown) => {
    // A slow host might not get that far again within the time of a check.
    if (!(error instanceof SharedSession)) found.proof = null;
    throw error;
  });
  await found.proof;
}

type Own = { connection: Promise<Connection> | null };

/** A connection of its own: requests that wait for the pool must not make a process look cut off from the database. */
const own = runtime.part(
  "connection for readiness",
  (): Own => ({ connection: null }),
  async ({ connection }) => (await connection?.catch(() => null))?.end(),
);

async function readState(): Promise<State> {
  // A function is frozen between requests, and only the pool closes its connections before that.
  if (runsAsFunction()) return withConnection("generic", readOn);
  own().connection ??= openOwn();
  return readOn(await (own().connection as Promise<Connection>));
}

async function openOwn(): Promise<Connection> {
  // The check has its own deadline, which does not blame the database for a process that was stalled.
  const connection = new Connection({ ...connectionSettings(), connectionTimeoutMillis: 3 * ANSWER_MS });
  connection.on("error", () => {});
  await connection.connect();
  const opened = own().connection;
  connection.once("end", () => {
    if (own().connection === opened) own().connection = null;
  });
  return connection;
}

function dropOwn(): void {
  own()
    .connection?.then(({ connection }) => connection.stream.destroy())
    .catch(() => {});
  own().connection = null;
}

/** Runs a prepared statement twice, which fails behind a transaction-mode pooler. */
async function readOn(connection: Connection): Promise<State> {
  const name = env().DATABASE_POOLER === "transaction" ? undefined : "readiness";
  const ask = () => connection.send({ name, text: STATE, values: [LATEST_MIGRATION] }) as Promise<State[]>;
  await ask();
  const [state] = await ask();
  if (state === undefined) throw new Error("The state of the database is always one row.");
  return state;
}

/** Returns statements that correct the settings. Any timeout is accepted, but not its absence. */
function wrongSettings(settings: Record<string, string>): string[] {
  return Object.entries(SESSION_SETTINGS)
    .filter(([name, value]) => (name.endsWith("_timeout") ? settings[name] === "0" : settings[name] !== value))
    .map(([name, value]) => `ALTER ROLE app SET ${name} = '${value}';`);
}

const reported = runtime.part("reported unreadiness", () => ({ text: "" }));

function notReady(reason: string, error?: string): Readiness {
  const text = error ?? reason;
  if (reported().text !== text) log().warn({ reason, error }, "not ready");
  reported().text = text;
  return { ready: false, reason };
}

/** A moment by PostgreSQL's clock, in whole milliseconds, after everything that is committed by now. */
export async function databaseMoment(): Promise<Date> {
  const [row] = await prisma().$queryRaw<{ moment: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS moment`;
  if (row === undefined) throw new Error("PostgreSQL did not tell the time.");
  return row.moment;
}
