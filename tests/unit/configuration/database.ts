/** A real, empty database for one test file, and the few statements that its tests look with. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { JsonObject } from "@/lib/model";
import { withOwnConnection } from "@/lib/postgres/administration";
import { postgres } from "@/lib/postgres/postgres";
import { runtime } from "@/lib/process/runtime";
import { createTestDatabase, type TestDatabase } from "../../support/database";

/** Registers what opens and drops the database. Call it at the top of a test file. */
export function openTestDatabase(): void {
  process.env.APP_SECRET ??= "a secret of the tests, of no use elsewhere";
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.url;
  });
  afterAll(async () => {
    await runtime.close();
    await database.drop();
  });
}

export async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await postgres().pool.query(text, values)).rows as Row[];
}

/** What takes longer than any statement of the service may. */
export async function fill(text: string, values: unknown[] = []): Promise<void> {
  await withOwnConnection((connection) => connection.send({ text, values }));
}

/** Accounts of the example, by the names `Name 1` and so on. */
export async function fillAccounts(accounts: string | undefined, count: number, note: string | null = null) {
  await fill(
    `INSERT INTO records (entity_id, id, data, version)
     SELECT $1, md5(n::text)::uuid, jsonb_build_object('name', 'Name ' || n, 'parent', null, 'note', $3::text), gen_random_uuid()
       FROM generate_series(1, $2::int) n`,
    [accounts, count, note],
  );
}

/** The id of an entity of an organization; undefined where there is none. */
export async function entityId(organizationKey: string, entityKey: string): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `SELECT e.id FROM entities e JOIN organizations o ON o.id = e.organization_id WHERE o.key = $1 AND e.key = $2`,
    [organizationKey, entityKey],
  );
  return row?.id;
}

export type Derived = { label?: string; parentEntityId?: string; parentId?: string; search?: string };

/** Writes a record past every rule, and answers its id. */
export async function insertRecord(
  entity: string | undefined,
  data: JsonObject,
  derived: Derived = {},
): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO records (entity_id, id, data, version, label_key, parent_entity_id, parent_id, search_text)
     VALUES ($1, $2, $3, gen_random_uuid(), $4, $5, $6, $7)`,
    [
      entity,
      id,
      JSON.stringify(data),
      derived.label ?? null,
      derived.parentEntityId ?? null,
      derived.parentId ?? null,
      derived.search ?? "",
    ],
  );
  return id;
}

export type StoredRow = {
  data: JsonObject;
  version: string;
  updated: Date;
  label_key: string | null;
  search_text: string;
};

export async function findRecord(id: string): Promise<StoredRow | undefined> {
  const [row] = await query<StoredRow>("SELECT * FROM records WHERE id = $1", [id]);
  return row;
}

/** What the indexes of an entity's partition are over, without their names. */
export async function indexesOf(entity: string | undefined): Promise<string[]> {
  const rows = await query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'record_partitions' AND tablename = $1",
    [partitionOf(entity)],
  );
  return rows.map(({ indexdef }) => indexdef.replace(/^CREATE (UNIQUE )?INDEX \S+ ON \S+ USING /, "$1")).sort();
}

export function partitionOf(entity: string | undefined): string {
  return `r_${(entity ?? "").replaceAll("-", "")}`;
}

export async function partitionExists(entity: string | undefined): Promise<boolean> {
  const rows = await query("SELECT FROM pg_tables WHERE schemaname = 'record_partitions' AND tablename = $1", [
    partitionOf(entity),
  ]);
  return rows.length === 1;
}
