/** A transaction that has written something and stays open: it holds back the feed of changes. */
import pg from "pg";
import { inject } from "vitest";

export async function transactionThatWrote(): Promise<{ rollback(): Promise<void> }> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT pg_current_xact_id()");
  return { rollback: () => client.end() };
}
