/** Counts the pages of tables and indexes that PostgreSQL touches for a call: a busy machine does not change this. */
import type pg from "pg";
import { pointAt, withClient } from "../database";
import { type Query, queriesOf } from "../recorded";
import type { Request } from "../requests";
import { literal } from "../sql";
import type { World } from "./worlds";

/** Keyed by call; only reads, and only those that succeed. Excludes what authentication touches. */
export async function countBuffers({ database, token, calls }: World): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await pointAt(database.url);
  for (const [name, [request]] of calls) {
    if (request === undefined || !isRead(request)) continue;
    const queries = await queriesOf(request, token).catch(() => null);
    if (queries !== null) counts.set(name, await withClient(database.url, (client) => touchedBy(client, queries)));
  }
  return counts;
}

function isRead({ method, path }: Request): boolean {
  return method === "GET" || path.endsWith("/query");
}

async function touchedBy(client: pg.Client, queries: Query[]): Promise<number> {
  await client.query("SET max_parallel_workers_per_gather = 0");
  let touched = 0;
  for (const { mode, text, values } of queries) {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`);
    await client.query(`PREPARE counted AS ${text}`);
    const given = values.length === 0 ? "" : `(${values.map(literal).join()})`;
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE counted${given}`);
    await client.query("DEALLOCATE counted");
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"];
    touched += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  }
  return touched;
}
