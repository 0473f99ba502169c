/** Reads records. Takes only resolved plans, and returns envelopes as the JSON text of the response. */
import type { Plan } from "../../postgres/prepared";
import type { QueryOptions, Statement } from "../../postgres/query";
import type { Seen } from "../../postgres/replica";
import { readAsOf } from "../../postgres/replica-read";
import type { AggregatePlan } from "../../query/aggregate/aggregate-plan";
import { type AggregateRow, aggregateSql } from "../../query/aggregate/aggregate-sql";
import { REFERENCED, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { type CsvColumn, csvLineSql, LINE_END } from "../../query/page/csv";
import { expandedTailSql, fillMarks } from "../../query/page/expansion";
import { type Found, foundSql, type Shown } from "../../query/page/found";
import { longPageSql, type PageParts, type PieceOfPage, type ShortPage, shortPageSql } from "../../query/page/page";
import { hasGenericPlan, type PagePlan, type Ranked } from "../../query/page/page-plan";
import type { Position } from "../../query/page/position";
import { envelopeSql, type Projection } from "../../query/page/projection";
import type { PlannedFilter, ReferencedFilter } from "../../query/plan";
import { join, raw, type Sql, sql } from "../../query/sql";
import { partition, throwIfGone } from "./partitions";
import { keySql, type RecordKey } from "./record-key";

export type Page = {
  /** Envelopes as JSON text with commas between them, or lines of CSV; in several pieces if there are many. */
  pieces: string[];
  count: number;
  /** Where the next page begins; null on the last one. */
  next: Position | null;
};

/** `isShort`: the page is probably short, which is cheaper; it is complete anyway. Rejects with CallerLeft and StatementTimeout. */
export async function listRecords(
  plan: PagePlan,
  shown: Projection | CsvColumn[],
  isShort: boolean,
  signal: AbortSignal,
  seen?: Seen,
): Promise<Page> {
  const parts = partsOf(shown);
  const { expansions } = parts;
  const options = { plan: planOf(plan), signal, seen };
  if (isShort) {
    const [page] = await readPartitionAsOf<ShortPage>(shortPageSql(plan, parts), options);
    if (page === undefined) throw new Error("A page is always one row.");
    const { text, count, bound, whole, expanded = null } = page;
    const next = positionOf(bound);
    if (whole !== false && text === null) return { pieces: [], count, next };
    const filled = whole === false || text === null || expansions.length === 0 ? text : fillMarks(text, expanded);
    if (whole !== false && filled !== null) return { pieces: [filled], count, next };
  }
  const pieces = await readPartitionAsOf<PieceOfPage>(longPageSql(plan, parts), options);
  return {
    pieces: pieces.map(({ text }) => text),
    count: pieces.reduce((sum, { count }) => sum + count, 0),
    next: positionOf(pieces.at(-1)?.bound ?? null),
  };
}

function partsOf(shown: Projection | CsvColumn[]): PageParts {
  if (Array.isArray(shown)) {
    const item = () => csvLineSql(shown, STORED);
    return { relationOf: partition, item, separator: LINE_END, expansions: [] };
  }
  const item = (tail?: Sql) => envelopeSql(shown, STORED, tail === undefined ? {} : { tail });
  return { relationOf: partition, item, separator: ",", expansions: shown.expansions ?? [] };
}

function positionOf(bound: string | null): Position | null {
  return bound === null ? null : (JSON.parse(bound) as Position);
}

function planOf(plan: PagePlan): Plan {
  return hasGenericPlan(plan) ? "generic page" : "custom page";
}

/** Each row has the number of groups in `found`, counted up to one more than are returned. Rejects as `listRecords`. */
export async function aggregateRecords(plan: AggregatePlan, signal: AbortSignal, seen?: Seen): Promise<AggregateRow[]> {
  const statement = aggregateSql(plan, partition(plan.entityId));
  return readPartitionAsOf<AggregateRow>(statement, { plan: "custom page", signal, seen });
}

export type FoundRecord = { envelope: string; version: string };

export async function findRecord(
  entityId: string,
  key: RecordKey,
  scope: PlannedFilter,
  projection: Projection,
  seen?: Seen,
): Promise<FoundRecord | null> {
  const { expansions = [] } = projection;
  const parts = expansions.length === 0 ? {} : { tail: expandedTailSql(expansions, partition, STORED) };
  const [record] = await readPartitionAsOf<FoundRecord>(
    sql`
    SELECT ${envelopeSql(projection, STORED, parts)} AS envelope, r.version
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND ${keySql(key)} AND ${filterSql(scope, STORED)}`,
    { plan: "generic", on: "records", seen },
  );
  return record ?? null;
}

/** The ids of the records that match each filter, unordered; null if there are more than `limit`. Can take long. */
export async function findReferenced(
  filters: ReferencedFilter[],
  limit: number,
  signal: AbortSignal,
  seen?: Seen,
): Promise<(string[] | null)[]> {
  const lookups = filters.map(
    ({ entityId, scope, test }) => sql`ARRAY(
      SELECT x.id::text FROM ${partition(entityId)} x
      WHERE x.entity_id = ${entityId}::uuid AND ${filterSql(scope, REFERENCED)} AND ${filterSql(test, REFERENCED)}
      LIMIT ${limit + 1}::int)`,
  );
  const columns = lookups.map((lookup, index) => sql`${lookup} AS ${raw(`f${index}`)}`);
  const [row = {}] = await readPartitionAsOf<Record<string, string[]>>(sql`SELECT ${join(columns)}`, {
    plan: "custom page",
    signal,
    seen,
  });
  return filters.map((_, index) => row[`f${index}`] ?? []).map((ids) => (ids.length > limit ? null : ids));
}

/** The best matches of a search in one entity. Rejects with CallerLeft and StatementTimeout. */
export async function findBest(
  plan: PagePlan & { ranked: Ranked },
  shown: Shown,
  signal: AbortSignal,
  seen?: Seen,
): Promise<Found[]> {
  const statement = foundSql(plan, shown, partition(plan.entityId));
  return readPartitionAsOf<Found>(statement, { plan: planOf(plan), signal, seen });
}

/** Throws AccessChanged if the entity was removed after this request was admitted. */
function readPartitionAsOf<Row>(statement: Statement, options: QueryOptions & { seen: Seen }): Promise<Row[]> {
  return readAsOf<Row>(statement, options).catch(throwIfGone);
}
