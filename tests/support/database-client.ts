/** SQL of the tests themselves, to prepare what no part of the service can create, and to check what was stored. */
import pg from "pg";
import { inject } from "vitest";

let pool: pg.Pool | undefined;

export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  pool ??= openPool();
  return (await pool.query<Row>(text, values)).rows;
}

/** A transaction on a connection of its own. Its locks last until it ends, at the latest with the connection. */
export async function openTransaction(...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  for (const statement of ["begin", ...statements]) await client.query(statement);
  return client;
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({ connectionString: inject("databaseUrl"), max: 2, allowExitOnIdle: true });
  // Some tests stop the server.
  opened.on("error", () => undefined);
  return opened;
}
