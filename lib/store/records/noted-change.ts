/** The feed row of a write, in its statement, so that neither exists alone. It follows a `WITH written` with these columns. */
import type { Connection } from "../../postgres/connection";
import { write } from "../../postgres/query";
import { nameSql } from "../../query/columns";
import { join, type Sql, sql } from "../../query/sql";

/** `written` has the ids of new records. */
export function noteCreated(entityId: string): Sql {
  return sql`INSERT INTO changes (entity_id, record_id) SELECT ${entityId}::uuid, id FROM written`;
}

/** `written` has `id`, and `before`, `created`, `updated` and `created_by` of the former record. */
export function noteChanged(entityId: string): Sql {
  return sql`
    INSERT INTO changes (entity_id, record_id, before, created, updated, created_by)
    SELECT ${entityId}::uuid, id, before, created, updated, created_by FROM written`;
}

export function valuesSql(keys: readonly string[], data: Sql): Sql {
  return objectSql(keys.map((key) => ({ key, value: sql`${data}->${nameSql(key)}` })));
}

/** PostgreSQL passes a function at most 100 arguments. */
const MAX_MEMBERS = 50;

export function objectSql(members: { key: string; value: Sql }[]): Sql {
  if (members.length === 0) return sql`'{}'::jsonb`;
  const first = members.slice(0, MAX_MEMBERS).flatMap(({ key, value }) => [nameSql(key), value]);
  const object = sql`jsonb_build_object(${join(first)})`;
  const rest = members.slice(MAX_MEMBERS);
  return rest.length === 0 ? object : sql`(${object} || ${objectSql(rest)})`;
}

/** Any record of the entity may look different from now on, so readers of the feed have to start again. */
export async function noteEveryRecord(transaction: Connection, entityId: string): Promise<void> {
  await write(sql`INSERT INTO changes (entity_id) VALUES (${entityId}::uuid)`, { on: transaction });
}
