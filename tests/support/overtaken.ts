/** A request that waits for a lock of the database until another version of the configuration is in force. */
import pg from "pg";
import { expect, inject } from "vitest";
import { sql } from "./database-client";
import type { Organization } from "./organization";
import type { OrganizationFile } from "./organization-file";

const WAITING = "select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))";
const MOVE = "update organizations set configuration_version = configuration_version + $2 where id = $1";

/**
 * Resolves to the result of `send`. The file is applied beforehand, and one statement puts it in force before the lock ends, because
 * requests wait for locks for only two seconds.
 */
export async function overtaken<Result>(
  { acme, file, lock }: { acme: Organization; file: OrganizationFile; lock: string },
  send: () => Promise<Result>,
): Promise<Result> {
  await acme.apply(file);
  await sql(MOVE, [acme.id, -1]);
  const other = new pg.Client({ connectionString: inject("databaseUrl") });
  await other.connect();
  try {
    await other.query("begin");
    await other.query(lock);
    const [{ pid }] = (await other.query("select pg_backend_pid() as pid")).rows;
    const sent = send();
    await expect.poll(() => sql(WAITING, [pid])).toHaveLength(1);
    await other.query(MOVE, [acme.id, 1]);
    await other.query("commit");
    return await sent;
  } finally {
    await other.end();
  }
}
