/**
 * Copies every row of the database to lines of text and back: for `database dump` and `restore`, if PostgreSQL's own programs are
 * not available. Partitions of records are copied without their indexes, which follow from the configurations. Data that is
 * meaningless in another database is left out: sessions, the changes (readers of the feed start again), counts within the current
 * hour, and the time of the last maintenance.
 */
import { Prisma } from "../../generated/prisma/client";
import type { Connection } from "../postgres/connection";
import { read, readOne, write } from "../postgres/query";
import { quote } from "./records/partition-plan";
import { attachPartition, createPartition, partition } from "./records/partitions";

const { join, raw, sql } = Prisma;

/** A table of `public` by its name, or the records of an entity by its id. */
type Source = { table: string } | { records: string };
type CopiedRow = { source: Source; json: string };

const LEFT_OUT = [
  ...["_prisma_migrations", "changes", "maintenance", "records", "request_log_hours", "sessions", "token_minutes"],
  "verifications",
];
const ROWS_AT_ONCE = 200;

/** In an order in which they can be inserted again. `connection` is in a transaction that sees one state. */
export async function* readAllRows(connection: Connection): AsyncGenerator<CopiedRow> {
  for (const table of await findTables(connection)) yield* readRows(connection, { table });
  for (const { id } of await read<{ id: string }>(sql`SELECT id FROM entities ORDER BY id`, { on: connection })) {
    yield* readRows(connection, { records: id });
  }
}

async function* readRows(connection: Connection, source: Source): AsyncGenerator<CopiedRow> {
  const columns = await findColumns(connection, source);
  const isOrdered = columns.includes("created");
  await write(
    sql`DECLARE copied NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS json FROM (
      SELECT ${raw(columns.map(quote).join(", "))} FROM ${nameOf(source)} ${raw(isOrdered ? "ORDER BY created" : "")}) t`,
    { on: connection },
  );
  for (;;) {
    const rows = await read<{ json: string }>(raw(`FETCH ${ROWS_AT_ONCE} FROM copied`), { on: connection });
    for (const { json } of rows) yield { source, json };
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await write(raw("CLOSE copied"), { on: connection });
}

/** Whether no organisation has been configured in it yet. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  const statement = sql`SELECT NOT EXISTS (SELECT FROM organizations) AS empty`;
  const { empty } = await readOne<{ empty: boolean }>(statement, { on: connection });
  return empty;
}

/** Rows of one source, as JSON. */
export async function insertRows(connection: Connection, source: Source, rows: string[]): Promise<void> {
  const columns = raw((await findColumns(connection, source)).map(quote).join(", "));
  await write(
    sql`INSERT INTO ${nameOf(source)} (${columns})
        SELECT ${columns} FROM json_populate_recordset(NULL::${raw(typeOf(source))}, ${`[${rows.join(",")}]`}::json)`,
    { on: connection },
  );
}

/** Creates the tables of entities, so that their records can be inserted. The rows of the entities must exist. */
export async function createPartitions(connection: Connection): Promise<void> {
  const entities = await read<{ id: string }>(sql`SELECT id FROM entities ORDER BY id`, { on: connection });
  for (const { id } of entities) await createPartition(connection, id);
  for (const { id } of entities) await attachPartition(connection, id);
}

/** Sequences continue after the restored numbers. */
export async function continueNumbers(connection: Connection): Promise<void> {
  await write(
    sql`SELECT setval(pg_get_serial_sequence('token_calls', 'id'), greatest((SELECT max(id) FROM token_calls), 1))`,
    { on: connection },
  );
}

/** Tables that others refer to come first. */
async function findTables(connection: Connection): Promise<string[]> {
  const rows = await read<{ name: string; needs: string[] }>(
    sql`
    SELECT c.relname AS name, ARRAY(SELECT DISTINCT k.confrelid::regclass::text FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN (${join(LEFT_OUT)})
    ORDER BY c.relname`,
    { on: connection },
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((each) => ordered.includes(each)),
    );
    if (next.length === 0) throw new Error("The tables refer to one another in a circle.");
    ordered.push(...next.map(({ name }) => name));
  }
  return ordered;
}

/** Without columns that PostgreSQL computes. */
async function findColumns(connection: Connection, source: Source): Promise<string[]> {
  const rows = await read<{ name: string }>(
    sql`SELECT attname AS name FROM pg_attribute
        WHERE attrelid = ${typeOf(source)}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        ORDER BY attnum`,
    { on: connection },
  );
  return rows.map(({ name }) => name);
}

function nameOf(source: Source): Prisma.Sql {
  return "table" in source ? raw(typeOf(source)) : partition(source.records);
}

function typeOf(source: Source): string {
  return `public.${quote("table" in source ? source.table : "records")}`;
}
