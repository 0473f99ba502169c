/** How frequent pieces of words are in an entity's search texts, as a sample of them tells. */
import { LRUCache } from "lru-cache";
import { Prisma } from "../../../generated/prisma/client";
import type { Seen } from "../../postgres/replica-read";
import { runtime } from "../../process/runtime";
import type { PagePlan } from "../../query/page/page-plan";
import { askedOfIndex, countPieces, type PieceCounts } from "../../query/pieces";
import { HOUR_MS, MINUTE_MS } from "../../time/durations";
import { partition, readPartitionAsOf } from "./partitions";

const { sql } = Prisma;

/** With fewer records no list is long. */
const FEWEST_RECORDS = 30_000;
/** A piece that none of them has is taken for one in 600, so that one which every sixth record has is left out beside it. */
const SAMPLED = 600;
/** In bytes of all sampled texts, because to count them occupies the process: some 10 ms. */
const MAX_SAMPLED_SIZE = 262_144;
/** In bytes: of some 680 entities with so many records. */
const MAX_KEPT_SIZE = 64_000_000;

type Sample = PieceCounts & { records: number };

/** `sample` is null for an entity with few records. */
const kept = runtime.part(
  "samples of search texts",
  () =>
    new LRUCache<string, { sample: Sample | null }>({
      maxSize: MAX_KEPT_SIZE,
      sizeCalculation: ({ sample }) => sample?.counts.byteLength ?? 100,
    }),
);

/** The plan with what the index of its search is asked for. Rejects with CallerLeft and StatementTimeout. */
export async function withAskedOfIndex<Plan extends Pick<PagePlan, "entityId" | "search">>(
  plan: Plan,
  signal: AbortSignal,
  seen: Seen,
): Promise<Plan> {
  const { entityId, search } = plan;
  if (search.words.length === 0) return plan;
  const { sample } = kept().get(entityId) ?? { sample: await takeSample(entityId, signal, seen) };
  if (sample === null) return plan;
  const asked = { ...askedOfIndex(search.words, sample), records: sample.records };
  return { ...plan, search: { ...search, asked } };
}

async function takeSample(entityId: string, signal: AbortSignal, seen: Seen): Promise<Sample | null> {
  const statement = sampleSql(partition(entityId));
  const rows = await readPartitionAsOf<{ text: string; records: number }>(statement, { signal, seen });
  const [first] = rows;
  const sample = first === undefined ? null : { ...countPieces(rows.map(({ text }) => text)), records: first.records };
  // An entity with few records may soon have many.
  kept().set(entityId, { sample }, { ttl: sample === null ? MINUTE_MS : HOUR_MS });
  return sample;
}

/** Whole blocks, as PostgreSQL samples. What was last counted of the table is enough to know how many. */
function sampleSql(relation: Prisma.Sql): Prisma.Sql {
  const records = sql`(SELECT c.reltuples FROM pg_class c WHERE c.oid = ${relation.sql}::text::regclass)`;
  return sql`
    SELECT s.text, ${records}::float8 AS records FROM (
      SELECT r.search_text AS text, sum(octet_length(r.search_text)) OVER (ORDER BY random() ROWS UNBOUNDED PRECEDING) AS total
      FROM ${relation} r TABLESAMPLE SYSTEM (least(100, ${100 * SAMPLED}::int / greatest(1, ${records})))
      WHERE ${records} >= ${FEWEST_RECORDS}::int
    ) s
    WHERE s.total <= ${MAX_SAMPLED_SIZE}::int`;
}
