/** How frequent pieces of words are in an entity's search texts, as a sample of them tells. */
import { LRUCache } from "lru-cache";
import { Prisma } from "../../../generated/prisma/client";
import type { Seen } from "../../postgres/replica-read";
import { runtime } from "../../process/runtime";
import type { PagePlan } from "../../query/page/page-plan";
import { askedOfIndex, countPieces, type Sample, type Sampled } from "../../query/pieces";
import { HOUR_MS, MINUTE_MS } from "../../time/durations";
import { partition, readPartitionAsOf } from "./partitions";

const { sql } = Prisma;

/** With fewer records no list is long. */
const FEWEST_RECORDS = 30_000;
/** A word of one record in 200 is in some six of them. */
const SAMPLED = 1_200;
/** In bytes of all sampled texts, because to count them occupies the process: some 10 ms. */
const MAX_SAMPLED_SIZE = 262_144;
/** In bytes: of some 270 entities with so many records. */
const MAX_KEPT_SIZE = 96_000_000;

/** `sample` is null for an entity with few records. `size` is in bytes. */
type Kept = { sample: (Sample & Pick<Sampled, "records" | "times">) | null; size: number };

/** One that has expired serves until it is taken again; who comes first waits for it. */
const kept = runtime.part(
  "samples of search texts",
  () =>
    new LRUCache<string, Kept, Seen>({
      ttl: HOUR_MS,
      allowStale: true,
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
      maxSize: MAX_KEPT_SIZE,
      sizeCalculation: ({ size }) => size,
      fetchMethod: (entityId, _, { context, options }) => takeSample(entityId, context, options),
    }),
);

/** The plan with what the index of its search is asked for. Rejects with StatementTimeout. */
export async function withAskedOfIndex<Plan extends Pick<PagePlan, "entityId" | "search">>(
  plan: Plan,
  seen: Seen,
): Promise<Plan> {
  const { entityId, search } = plan;
  if (search.words.length === 0) return plan;
  const { sample = null } = (await kept().fetch(entityId, { context: seen })) ?? {};
  if (sample === null) return plan;
  const { records, times } = sample;
  return { ...plan, search: { ...search, asked: { ...askedOfIndex(search.words, sample), records, times } } };
}

/** Many callers may wait for it, so it ends when it is done, and not when one of them leaves. */
const NOT_CANCELLED = new AbortController().signal;

async function takeSample(entityId: string, seen: Seen, options: { ttl?: number }): Promise<Kept> {
  const statement = sampleSql(partition(entityId));
  const [row] = await readPartitionAsOf<SampleRow>(statement, { signal: NOT_CANCELLED, seen });
  const { texts = null, records = 0, times = null } = row ?? {};
  // An entity with few records may soon have many.
  if (texts === null) {
    options.ttl = MINUTE_MS;
    return { sample: null, size: 1 };
  }
  const sample = countPieces(texts);
  const size = texts.reduce((sum, text) => sum + text.length, sample.counts.byteLength);
  return { sample: { ...sample, records, times: times ?? [] }, size };
}

type SampleRow = { texts: string[] | null; records: number; times: number[] | null };

/** Whole blocks, as PostgreSQL samples. What was last counted of the table is enough to know how many, and when. */
function sampleSql(relation: Prisma.Sql): Prisma.Sql {
  const records = sql`(SELECT c.reltuples FROM pg_class c WHERE c.oid = ${relation.sql}::text::regclass)`;
  return sql`
    SELECT json_agg(s.text) AS texts, ${records}::float8 AS records, (
      SELECT array_agg((extract(epoch FROM t) * 1000)::float8 ORDER BY t)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_stats p ON p.schemaname = n.nspname AND p.tablename = c.relname AND p.attname = 'created',
      unnest(p.histogram_bounds::text::timestamptz[]) t
      WHERE c.oid = ${relation.sql}::text::regclass
    ) AS times
    FROM (
      SELECT r.search_text AS text, sum(octet_length(r.search_text)) OVER (ORDER BY random() ROWS UNBOUNDED PRECEDING) AS total
      FROM ${relation} r TABLESAMPLE SYSTEM (least(100, ${100 * SAMPLED}::int / greatest(1, ${records})))
      WHERE ${records} >= ${FEWEST_RECORDS}::int
    ) s
    WHERE s.total <= ${MAX_SAMPLED_SIZE}::int`;
}
