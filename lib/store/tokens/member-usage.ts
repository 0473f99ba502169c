/** Requests by hour and by the member who owns the token. The overviews of a member and of an organization are sums of these. */
import { read, readOne, write } from "../../postgres/query";
import { type Sql, sql } from "../../query/sql";
import type { TokenVisibility } from "./tokens";
import type { CallCounts, CallSum } from "./usage";

/** `durations` counts accepted requests by how long they took, `entities` by entity. */
export type UsageSum = CallSum & { durations: number[]; entities: Record<string, number> };

/** In the order of its keys, so that concurrent writers cannot deadlock. Adds to the stored sums. */
export async function writeMemberUsage(sums: UsageSum[]): Promise<void> {
  await write(sql`
    WITH sums AS (
      SELECT t.member_id, u.*
      FROM jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
        AS u ("tokenId" text, hour timestamptz, ok int, refused int, limited int, failed int, durations int[], entities jsonb, codes jsonb)
      JOIN tokens t ON t.id = u."tokenId"
    ), counted AS (
      SELECT member_id, hour, sum(ok) AS ok, sum(refused) AS refused, sum(limited) AS limited, sum(failed) AS failed
      FROM sums GROUP BY 1, 2
    ), timed AS (
      SELECT member_id, hour, array_agg(count ORDER BY place) AS durations FROM (
        SELECT member_id, hour, place, sum(d.count)::int AS count
        FROM sums, unnest(durations) WITH ORDINALITY AS d (count, place) GROUP BY 1, 2, 3) each GROUP BY 1, 2
    ), named AS (
      SELECT member_id, hour, ${countsByKey("entities")} AS entities, ${countsByKey("codes")} AS codes FROM (
        SELECT member_id, hour, 'entities' AS of, key, sum(value::int)::int AS count
        FROM sums, jsonb_each_text(entities) GROUP BY 1, 2, 4
        UNION ALL SELECT member_id, hour, 'codes', key, sum(value::int)::int
        FROM sums, jsonb_each_text(codes) GROUP BY 1, 2, 4) each GROUP BY 1, 2
    )
    INSERT INTO member_usage (member_id, hour, ok, refused, limited, failed, durations, entities, codes)
    SELECT member_id, hour, ok, refused, limited, failed, coalesce(durations, '{}'), coalesce(entities, '{}'), coalesce(codes, '{}')
    FROM counted LEFT JOIN timed USING (member_id, hour) LEFT JOIN named USING (member_id, hour)
    ORDER BY member_id, hour
    ON CONFLICT (member_id, hour) DO UPDATE
    SET ok = member_usage.ok + EXCLUDED.ok, refused = member_usage.refused + EXCLUDED.refused,
        limited = member_usage.limited + EXCLUDED.limited, failed = member_usage.failed + EXCLUDED.failed,
        durations = ARRAY(
          SELECT coalesce(d.old, 0) + coalesce(d.new, 0)
          FROM unnest(member_usage.durations, EXCLUDED.durations) WITH ORDINALITY AS d (old, new, place) ORDER BY place),
        entities = add_counts(member_usage.entities, EXCLUDED.entities),
        codes = add_counts(member_usage.codes, EXCLUDED.codes)`);
}

const countsByKey = (of: "entities" | "codes") => sql`jsonb_object_agg(key, count) FILTER (WHERE of = ${of})`;

type HourSum = CallCounts & { hour: Date };

/** The hours with requests since `from`, oldest first. */
export async function listMemberHours(visibility: TokenVisibility, from: Date): Promise<HourSum[]> {
  return read<HourSum>(sql`
    SELECT u.hour, sum(u.ok)::int AS ok, sum(u.refused)::int AS refused, sum(u.limited)::int AS limited,
      sum(u.failed)::int AS failed
    FROM ${ofMembers(visibility, from)} GROUP BY 1 ORDER BY 1`);
}

/** Counted by the classes of `lib/call-log/latency.ts`, the fastest first. */
export async function sumDurations(visibility: TokenVisibility, from: Date): Promise<number[]> {
  const rows = await read<{ count: number }>(sql`
    SELECT sum(d.count)::int AS count
    FROM ${ofMembers(visibility, from)}, unnest(u.durations) WITH ORDINALITY AS d (count, place)
    GROUP BY d.place ORDER BY d.place`);
  return rows.map(({ count }) => count);
}

export async function hasRequests(visibility: TokenVisibility): Promise<boolean> {
  const { any } = await readOne<{ any: boolean }>(sql`
    SELECT EXISTS (SELECT FROM ${ofMembers(visibility, new Date(0))}) AS any`);
  return any;
}

type EntityCount = { entityKey: string; count: number };

/** The entities with the most accepted requests first. */
export async function listTopEntities(visibility: TokenVisibility, from: Date, limit: number): Promise<EntityCount[]> {
  return read<EntityCount>(sql`
    SELECT e.key AS "entityKey", sum(e.value::int)::int AS count
    FROM ${ofMembers(visibility, from)}, jsonb_each_text(u.entities) e
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`);
}

type CodeCount = { code: string; count: number };

/** Every code with which requests were refused or failed, the most frequent first. */
export async function listCodes(visibility: TokenVisibility, from: Date): Promise<CodeCount[]> {
  return read<CodeCount>(sql`
    SELECT e.key AS code, sum(e.value::int)::int AS count
    FROM ${ofMembers(visibility, from)}, jsonb_each_text(u.codes) e GROUP BY 1 ORDER BY 2 DESC, 1`);
}

function ofMembers({ organizationId, ownerIds }: TokenVisibility, from: Date): Sql {
  const some = ownerIds === undefined ? sql`` : sql`AND m.id = ANY(${[...ownerIds]}::uuid[])`;
  return sql`(
    SELECT u.* FROM member_usage u JOIN members m ON m.id = u.member_id
    WHERE m.organization_id = ${organizationId}::uuid ${some} AND u.hour >= ${from}::timestamptz) u`;
}
