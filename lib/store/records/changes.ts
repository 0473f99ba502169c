/** The feed of changes, as stored: which records of an entity were written since a position, and who could see them before. */
import { MAX_FEED_KEY_LENGTH } from "../../limits";
import { readOne } from "../../postgres/query";
import { nameSql, type Row, rowOf, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { expandedTailSql } from "../../query/page/expansion";
import { envelopeSql, type Projection } from "../../query/page/projection";
import type { PlannedFilter } from "../../query/plan";
import { type Sql, sql } from "../../query/sql";
import { BY_KEY, type FeedPosition, OVERLAP_MS, type Place, SHOWABLE } from "./feed-positions";
import { type Admission, admissionSql } from "./guard";
import { objectSql } from "./noted-change";
import { partition, readPartition } from "./partitions";

export type FeedState = {
  /** Milliseconds since 1970, by the clock of PostgreSQL. */
  now: number;
  /** True if the entity has later changes, visible or not. */
  hasMore: boolean;
  /** True if the caller's permissions are unchanged. */
  isAdmitted: boolean;
};

/** `since` is null at the beginning. With `admission` null, permissions are not checked. */
export async function readFeedState(
  entityId: string,
  since: Place | null,
  admission: Admission | null,
): Promise<FeedState> {
  return readOne<FeedState>(
    sql`
    SELECT (extract(epoch FROM now()) * 1000)::float8 AS now,
      ${since === null ? sql`FALSE` : sql`(SELECT count(*) FROM (${changesSince(entityId, since, sql`1`)}) c) = 1`} AS "hasMore",
      ${admission === null ? sql`TRUE` : admissionSql(admission)} AS "isAdmitted"`,
    BY_KEY,
  );
}

/** In order. Even a limit of one makes PostgreSQL use the index instead of skipping rows. `at` only excludes partitions. */
function changesSince(entityId: string, { position, at }: Place, limit: Sql, until: FeedPosition | null = null): Sql {
  const end =
    until === null
      ? sql``
      : sql`AND (transaction, sequence) <= (${until.transaction}::xid8, ${until.sequence}::bigint)`;
  return sql`
    SELECT * FROM changes
    WHERE entity_id = ${entityId}::uuid
      AND (transaction, sequence) > (${position.transaction}::xid8, ${position.sequence}::bigint) ${end}
      AND ${SHOWABLE}
      AND at >= to_timestamp(${(at - OVERLAP_MS) / 1000}::float8)
    ORDER BY transaction, sequence LIMIT ${limit}`;
}

/** One change. `recordId` null means every record. */
type FeedChange = {
  recordId: string | null;
  place: Place;
  /** True if the caller can see the record now, and could see it before the change. */
  isVisible: boolean;
  wasVisible: boolean;
  /** False if the change was written under other row scopes, without the fields that this one needs. */
  isKnown: boolean;
  /** The unique values before the change, as far as the caller could read them then, as a JSON object in text. */
  keys: string;
};

/** A field with unique values, and the records on which the caller can read it. */
export type KeyField = { key: string; readable: PlannedFilter };

type Visible = { visible: PlannedFilter; scopeFields: readonly string[] };

/** `until` is the last position to be read; all that can be shown if absent or null. */
type Look = Visible & { keyFields: KeyField[]; limit: number; until?: FeedPosition | null };

/** `scopeFields`: the fields of `visible` and `keyFields`. The generic plan reads records by key; others would read them all. */
export async function listFeed(
  entityId: string,
  since: Place,
  { visible, keyFields, scopeFields, limit, until = null }: Look,
): Promise<FeedChange[]> {
  return readPartition<FeedChange>(
    sql`
    SELECT c.record_id AS "recordId", json_build_object('at', (extract(epoch FROM c.at) * 1000)::float8,
        'position', json_build_object('transaction', c.transaction::text, 'sequence', c.sequence::text)) AS place,
      ${isVisibleSql(visible)} AS "isVisible", ${wasVisibleSql(visible)} AS "wasVisible",
      c.before IS NULL OR c.before ?& ${[...scopeFields]}::text[] AS "isKnown",
      ${keysSql(keyFields)} AS keys
    FROM ${changesWithRecords(entityId, changesSince(entityId, since, sql`${limit}::int`, until))}
    ORDER BY c.transaction, c.sequence`,
    { plan: "generic" },
  );
}

/** `c` is a change and `r` its record as it is now. */
function changesWithRecords(entityId: string, changes: Sql): Sql {
  return sql`(${changes}) c
    LEFT JOIN LATERAL (
      SELECT * FROM ${partition(entityId)} WHERE entity_id = ${entityId}::uuid AND id = c.record_id OFFSET 0
    ) r ON TRUE`;
}

const isVisibleSql = (visible: PlannedFilter) => sql`r.id IS NOT NULL AND ${filterSql(visible, STORED)} IS TRUE`;
const wasVisibleSql = (visible: PlannedFilter) => sql`c.before IS NOT NULL AND ${filterSql(visible, BEFORE)} IS TRUE`;

/** `seconds` is the age of the first of them; 0 where there is none. */
export type Behind = { changes: number; seconds: number; more: boolean };

/** Counts changes after `since` that the caller could see, before or now, among the first `most`; `more` if others follow. */
export async function countBehind(
  entityId: string,
  since: Place,
  { visible, most }: { visible: PlannedFilter; most: number },
): Promise<Behind> {
  const [behind] = await readPartition<Behind>(
    sql`
    SELECT count(*) FILTER (WHERE told)::int AS changes, count(*) >= ${most}::int AS more,
      coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE told)), 0)::float8 AS seconds
    FROM (
      SELECT c.at, ${isVisibleSql(visible)} OR ${wasVisibleSql(visible)} OR c.record_id IS NULL AS told
      FROM ${changesWithRecords(entityId, changesSince(entityId, since, sql`${most}::int`))}
    ) each`,
    { plan: "generic" },
  );
  return behind ?? { changes: 0, seconds: 0, more: false };
}

/** A record before a change: the fields that row scopes need, and its unique values. */
const BEFORE: Row = { ...rowOf(sql`c`), id: sql`c.record_id`, data: sql`c.before` };

/** Leaves out empty values, values that the change did not store, and texts too long to be a key. */
function keysSql(keyFields: KeyField[]): Sql {
  const members = keyFields.map(({ key, readable }) => {
    const isShort = sql`char_length(${BEFORE.data}->>${nameSql(key)}) <= ${MAX_FEED_KEY_LENGTH}::int`;
    return {
      key,
      value: sql`CASE WHEN ${filterSql(readable, BEFORE)} AND ${isShort} THEN ${BEFORE.data}->${nameSql(key)} END`,
    };
  });
  return members.length === 0 ? sql`'{}'` : sql`jsonb_strip_nulls(${objectSql(members)})::text`;
}

/** `envelope` is null if it does not fit into the page. */
export type FeedRecord = { id: string; versionId: string; envelope: string | null };

type Shown = { visible: PlannedFilter; projection: Projection; maxBytes: number };

/** The records that the caller can see now, in the order of `ids`, at least one and as many as fit into `maxBytes`. */
export async function readFeedRecords(
  entityId: string,
  ids: string[],
  { visible, projection, maxBytes }: Shown,
): Promise<FeedRecord[]> {
  const { expansions = [] } = projection;
  const parts = expansions.length === 0 ? {} : { tail: expandedTailSql(expansions, partition, STORED) };
  return readPartition<FeedRecord>(
    sql`
    SELECT r.id, r.version AS "versionId", CASE WHEN r.total <= ${maxBytes}::int OR r.total = r.bytes THEN ${envelopeSql(projection, STORED, parts)} END AS envelope
    FROM (
      SELECT r.*, n.place, sum(r.bytes) OVER (ORDER BY n.place) AS total
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, place)
      JOIN ${partition(entityId)} r ON r.entity_id = ${entityId}::uuid AND r.id = n.id
      WHERE ${filterSql(visible, STORED)}
    ) r
    ORDER BY r.place`,
    { plan: "generic" },
  );
}
