/** The indexes that a configuration asks for are the ones that the API's own queries find. */
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Entity, JsonValue } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { columnSql, STORED, valueSql } from "@/lib/query/columns";
import type { Column } from "@/lib/query/plan";
import { searchTextSql } from "@/lib/query/text";
import { readPartition } from "@/lib/store/records/partitions";
import { type Sql, sql } from "../../../lib/query/sql";
import { openTestDatabase, partitionOf, query } from "../configuration/database";
import { makeThings } from "./made-entity";

openTestDatabase();

let entity: Entity;

beforeAll(async () => {
  const types = ["text", "integer", "number", "decimal", "date", "datetime", "boolean"];
  entity = await makeThings({ uniqueLabel: true, fields: types.map((type) => ({ key: type, type, indexed: true })) });
  await query(
    `INSERT INTO records (entity_id, id, data, version, label_key, search_text)
     SELECT $1, gen_random_uuid(), jsonb_build_object('text', 'label ' || n, 'integer', n, 'number', n + 0.5,
              'decimal', n || '.50', 'date', to_char(date '2000-01-01' + n, 'YYYY-MM-DD'),
              'datetime', to_char(date '2000-01-01' + n, 'YYYY-MM-DD"T00:00:00.000Z"'), 'boolean', n = 7),
            gen_random_uuid(), 'label ' || n, md5(n::text)
       FROM generate_series(1, 5000) n`,
    [entity.id],
  );
  await query(`VACUUM ANALYZE record_partitions.${partitionOf(entity.id)}`);
});

/** The name of the index that PostgreSQL chooses for a condition, without the partition's; null for none. */
async function indexFor(condition: Sql): Promise<string | null> {
  const statement = sql`EXPLAIN (FORMAT JSON)
    SELECT r.id FROM records r WHERE r.entity_id = ${entity.id}::uuid AND ${condition}`;
  const [row] = await query<{ "QUERY PLAN": unknown }>(statement.text, statement.values);
  const index = /"Index Name":"r_[0-9a-f]{32}_([a-z]+)/.exec(JSON.stringify(row?.["QUERY PLAN"]));
  return index?.[1] ?? null;
}

function columnOf(key: string): Column {
  const field = entity.fields.get(key);
  if (field === undefined) throw new Error(`there is no field ${key}`);
  return { kind: "data", field };
}

function equals(key: string, value: JsonValue): Sql {
  return sql`${columnSql(columnOf(key), STORED)} = ${valueSql(columnOf(key), value)}`;
}

const NEWEST_FIRST = sql`ORDER BY r.created DESC, r.id DESC LIMIT 10`;

describe("an index serves", () => {
  it.each<[key: string, value: JsonValue]>([
    ["text", "label 7"],
    ["integer", 7],
    ["number", 7.5],
    ["decimal", "7.5"],
    ["date", "2000-01-08"],
    ["datetime", "2000-01-08T00:00:00.000Z"],
    ["boolean", true],
  ])("the newest with one value, and an order from that value on, of a field of type %s", async (key, value) => {
    expect(await indexFor(sql`${equals(key, value)} ${NEWEST_FIRST}`)).toBe("newest");
    const column = columnSql(columnOf(key), STORED);
    const fromValue = sql`${column} >= ${valueSql(columnOf(key), value)} ORDER BY ${column}, r.id LIMIT 10`;
    expect(await indexFor(fromValue)).toBe("field");
  });

  it("a search", async () => {
    expect(await indexFor(searchTextSql(["8f14e"]))).toBe("search");
  });

  it("the default order", async () => {
    expect(await indexFor(sql`TRUE ${NEWEST_FIRST}`)).toBe("created");
  });

  it("the uniqueness of labels", async () => {
    expect(await indexFor(sql`r.label_key = ${"label 7"}`)).toBe("label");
  });
});

it("what words records have is sampled finely enough to tell one in a few hundred", async () => {
  // 300 rows are looked at for each; whoever plans a search by 100 of them takes such a word for one that nobody uses.
  const rows = await query(
    "SELECT attstattarget FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'search_text'",
    [`record_partitions.${partitionOf(entity.id)}`],
  );
  expect(rows).toEqual([{ attstattarget: 500 }]);
});

describe("a statement on the partition of an entity", () => {
  /** As the driver makes it of what a server says. */
  function undefinedTable(message: string): Error {
    const error = new pg.DatabaseError(message, message.length, "error");
    error.code = "42P01";
    return error;
  }

  it.each([
    ['relation "record_partitions.r_01" does not exist', "AccessChanged"],
    ["Relation »record_partitions.r_01« existiert nicht", "AccessChanged"],
    ['relation "records" does not exist', "DatabaseError"],
  ])("that was removed meanwhile is a change of permissions in every language: %s", async (message, name) => {
    const lend = vi.spyOn(postgres().pool, "lend").mockRejectedValueOnce(undefinedTable(message));
    const thrown: unknown = await readPartition(sql`SELECT 1`).catch((error: unknown) => error);
    lend.mockRestore();
    expect((thrown as Error).constructor.name).toBe(name);
  });
});
