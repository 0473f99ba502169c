/** SQL of the tests themselves: for preparing what no interface can make, and for proving what was stored. */
import pg from "pg";
import { inject } from "vitest";

let pool: pg.Pool | undefined;

export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  pool ??= new pg.Pool({ connectionString: inject("databaseUrl"), max: 2, allowExitOnIdle: true });
  return (await pool.query<Row>(text, values)).rows;
}
