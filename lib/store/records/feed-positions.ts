/** The feed ends at the oldest running transaction: an order by sequence numbers or times would skip changes that commit late. */
import { read, readOne } from "../../postgres/query";
import { sql } from "../../query/sql";
import { lapsedSql, type TokenAdmission } from "./guard";

/** A position in the feed, with PostgreSQL's numbers as text. */
export type FeedPosition = { transaction: string; sequence: string };

/** `at` is when the change at the position was made, in milliseconds since 1970. */
export type Place = { position: FeedPosition; at: number };

/** For short statements that find their rows in `changes` by an index. */
export const BY_KEY = { plan: "generic", on: "records" } as const;

/**
 * Changes that can be shown: none can be added below the oldest open transaction, which is selected, so that a plan made while one
 * is open does not expect that nothing is below it.
 */
export const SHOWABLE = sql`transaction < (SELECT pg_snapshot_xmin(pg_current_snapshot()))`;

/**
 * The last change that can be shown. Not the oldest transaction: after a crash or a failover, PostgreSQL reuses the numbers
 * of those that left nothing, and their changes would come before it.
 */
export async function readFeedEnd(entityId: string): Promise<FeedPosition> {
  const [last] = await read<FeedPosition>(
    sql`
    SELECT transaction::text, sequence::text FROM changes
    WHERE entity_id = ${entityId}::uuid AND ${SHOWABLE}
    ORDER BY changes.transaction DESC, changes.sequence DESC LIMIT 1`,
    BY_KEY,
  );
  return last ?? { transaction: "0", sequence: "0" };
}

/** The position before the first change that was made at `moment`, in milliseconds since 1970, or later. */
export async function readFeedStart(entityId: string, moment: number): Promise<FeedPosition | null> {
  const [first] = await read<FeedPosition>(sql`
    SELECT transaction::text, (sequence - 1)::text AS sequence FROM changes
    WHERE entity_id = ${entityId}::uuid AND at >= to_timestamp(${moment / 1000}::float8)
    ORDER BY changes.transaction, changes.sequence LIMIT 1`);
  return first ?? null;
}

/** Differs in a restored or copied database, where positions are meaningless: in a restored dump, at least the table differs. */
export async function readEpoch(): Promise<string> {
  const { epoch } = await readOne<{ epoch: string }>(sql`
    SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
      (SELECT oid FROM pg_database WHERE datname = current_database()), to_regclass('public.changes')::oid) AS epoch`);
  return epoch;
}

/** How much earlier than its successor a change can be dated: longer than any transaction. */
export const OVERLAP_MS = 3_600_000;

/**
 * Serves all who wait. `last`: each entity's last change that can be shown, if recent. `lapsed`: tokens whose admission is no
 * longer valid. An admission takes 35 µs, so reads by key must not wait for this.
 */
export async function findAwaited(
  entityIds: string[],
  admissions: TokenAdmission[],
): Promise<{ last: Map<string, FeedPosition>; lapsed: Set<string> }> {
  const { last, lapsed } = await readOne<{ last: (FeedPosition & { entityId: string })[]; lapsed: string[] }>(
    sql`
    SELECT (
      SELECT coalesce(json_agg(json_build_object(
        'entityId', e.id, 'transaction', c.transaction::text, 'sequence', c.sequence::text)), '[]')
      FROM unnest(${entityIds}::uuid[]) AS e (id)
      CROSS JOIN LATERAL (
        SELECT transaction, sequence FROM changes
        WHERE entity_id = e.id AND ${SHOWABLE}
          AND at >= now() - make_interval(secs => ${OVERLAP_MS / 1000}::float8)
        ORDER BY transaction DESC, sequence DESC LIMIT 1
      ) c
    ) AS last, ${lapsedSql(admissions)} AS lapsed`,
    admissions.length === 0 ? BY_KEY : { plan: "generic" },
  );
  return { last: new Map(last.map(({ entityId, ...position }) => [entityId, position])), lapsed: new Set(lapsed) };
}

/** A backend whose open transaction delays the feed, and for how many seconds. */
type Laggard = { pid: number; application: string; state: string; seconds: number };

/** The longest such transaction in the cluster, if it is older than `seconds`. */
export async function findLaggard(seconds: number): Promise<Laggard | null> {
  const [laggard] = await read<Laggard>(sql`
    SELECT pid, application_name AS application, coalesce(state, '') AS state,
      extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
    FROM pg_stat_activity
    WHERE backend_xid IS NOT NULL AND xact_start < clock_timestamp() - make_interval(secs => ${seconds}::float8)
    ORDER BY xact_start LIMIT 1`);
  return laggard ?? null;
}
