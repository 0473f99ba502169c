/**
 * What a write leaves behind for the feed of changes: a row for each record, from within its own statement, so that there is
 * no write without one. To be put beside a `WITH written` that returns what each asks for.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { Connection } from "../../postgres/connection";
import { write } from "../../postgres/query";
import { nameSql } from "../../query/columns";

const { sql, join } = Prisma;

/** `written` has the ids of records that were not there before. */
export function noteCreated(entityId: string): Prisma.Sql {
  return sql`INSERT INTO changes (entity_id, record_id) SELECT ${entityId}::uuid, id FROM written`;
}

/** `written` has `id`, and of the record as it was `before`, `created`, `updated` and `created_by`. */
export function noteChanged(entityId: string): Prisma.Sql {
  return sql`
    INSERT INTO changes (entity_id, record_id, before, created, updated, created_by)
    SELECT ${entityId}::uuid, id, before, created, updated, created_by FROM written`;
}

/** The values of some fields as an object. */
export function valuesSql(keys: readonly string[], data: Prisma.Sql): Prisma.Sql {
  if (keys.length === 0) return sql`'{}'::jsonb`;
  return sql`jsonb_build_object(${join(keys.flatMap((key) => [nameSql(key), sql`${data}->${nameSql(key)}`]))})`;
}

/** Leaves word that every record of the entity may look different from here on: whoever follows it begins anew. */
export async function noteEveryRecord(transaction: Connection, entityId: string): Promise<void> {
  await write(sql`INSERT INTO changes (entity_id) VALUES (${entityId}::uuid)`, { on: transaction });
}
