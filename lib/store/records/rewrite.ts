/**
 * Migrates the records of an entity to the shape of its current configuration, with their derived columns, batch by batch.
 * Versions and times stay, because no caller has changed a record. Shape and derivation are given by the caller.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonObject, Reshaping } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, readOne, write } from "../../postgres/query";
import { STORED, shapedSql } from "../../query/columns";
import { each, tableOf } from "./given";
import { partition } from "./partitions";
import { DERIVED, type DerivedColumns, NEXT, VERSION } from "./written-columns";

const { sql } = Prisma;

export type Rewrite = {
  entityId: string;
  reshaping: Reshaping;
  /** `data` is in the new shape. */
  derive: (data: JsonObject) => DerivedColumns;
  /** Either the record with all derived columns, or only the next columns. */
  written: "record" | "next columns";
};

/** `last` is the last id; null if no record was left. `locked` are ids that other writers had locked. */
export type RewrittenBatch = { last: string | null; count: number; locked: string[] };

export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** How far a rewrite has come: the id up to which all records are rewritten, and how many they are. */
export type Reached = { id: string; count: number };

/** As it was kept, also by a process that was stopped. */
export async function findReached(connection: Connection, entityId: string): Promise<Reached> {
  return readOne<Reached>(
    sql`SELECT coalesce(e.rewritten_to::text, ${FIRST_ID}) AS id,
               (SELECT count(*)::int FROM ${partition(entityId)} r WHERE r.id <= e.rewritten_to) AS count
          FROM entities e WHERE e.id = ${entityId}::uuid`,
    { on: connection },
  );
}

/** `id` is null if all records are to be rewritten. */
export async function keepReached(connection: Connection, entityId: string, id: string | null): Promise<void> {
  await write(sql`UPDATE entities SET rewritten_to = ${id}::uuid WHERE id = ${entityId}::uuid`, { on: connection });
}

/** A writer of a record in the batch waits about 20 ms. */
const BATCH = 250;
const BATCH_BYTES = 2 * 1024 * 1024;

/** The records after `id`, in the order of ids. */
export async function rewriteAfter(connection: Connection, rewrite: Rewrite, id: string): Promise<RewrittenBatch> {
  return rewriteThose(
    connection,
    rewrite,
    sql`SELECT r.* FROM ${partition(rewrite.entityId)} r
         WHERE r.entity_id = ${rewrite.entityId}::uuid AND r.id > ${id}::uuid ORDER BY r.id LIMIT ${BATCH}::int`,
  );
}

/** As many of the ids, in order, as fit into a batch. */
export async function rewriteAgain(connection: Connection, rewrite: Rewrite, ids: string[]): Promise<RewrittenBatch> {
  return rewriteThose(
    connection,
    rewrite,
    sql`SELECT r.* FROM ${partition(rewrite.entityId)} r
         WHERE r.entity_id = ${rewrite.entityId}::uuid AND r.id = ANY (${ids}::uuid[])`,
  );
}

async function rewriteThose(connection: Connection, rewrite: Rewrite, those: Prisma.Sql): Promise<RewrittenBatch> {
  const { entityId, reshaping, derive } = rewrite;
  const shaped = shapedSql(STORED.data, reshaping);
  const data = rewrite.written === "record" ? shaped : STORED.data;
  const columns = rewrite.written === "record" ? DERIVED : NEXT;
  const rows = await read<{ id: string; version: string; data: JsonObject }>(
    sql`SELECT r.id, r.version, ${shaped} AS data
          FROM (SELECT r.*, sum(r.bytes) OVER (ORDER BY r.id) AS total FROM (${those}) r) r
         WHERE r.total <= ${BATCH_BYTES}::int OR r.total = r.bytes ORDER BY r.id`,
    { on: connection },
  );
  const last = rows.at(-1);
  if (last === undefined) return { last: null, count: 0, locked: [] };
  const derived = rows.map(({ id, version, data }) => ({ id, version, derived: derive(data) }));
  const given = sql`
    ${tableOf(derived, [...VERSION, ...columns])} d
    JOIN ${partition(entityId)} r ON r.entity_id = ${entityId}::uuid AND r.id = d.id AND r.version = d.version
    WHERE r.data IS DISTINCT FROM ${data}
       OR (${each(columns, (name) => sql`r.${name}`)}) IS DISTINCT FROM (${each(columns, (name) => sql`d.${name}`)})`;
  const written = await write<{ id: string }>(
    sql`
    WITH free AS MATERIALIZED (
      SELECT r.id, ${data} AS data, ${each(columns, (name) => sql`d.${name}`)}
        FROM ${given} FOR NO KEY UPDATE OF r SKIP LOCKED
    )
    UPDATE ${partition(entityId)} r
       SET data = f.data, ${each(columns, (name) => sql`${name} = f.${name}`)}
      FROM free f WHERE r.entity_id = ${entityId}::uuid AND r.id = f.id
    RETURNING r.id`,
    { on: connection },
  );
  const isWhole = written.length === rows.length;
  const locked = isWhole ? [] : await read<{ id: string }>(sql`SELECT r.id FROM ${given}`, { on: connection });
  return { last: last.id, count: rows.length, locked: locked.map(({ id }) => id) };
}
