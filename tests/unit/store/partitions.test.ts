/** Partitions of entities: how they are searched, and what becomes of statements on one that is gone. */
import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import type { Entity } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { readPartition } from "@/lib/store/records/partitions";
import { sql } from "../../../lib/query/sql";
import { fill, openTestDatabase, partitionOf, query } from "../configuration/database";
import { waysOf } from "./explained";
import { makeThings } from "./made-entity";

openTestDatabase();

let entity: Entity;

beforeAll(async () => {
  entity = await makeThings({ uniqueLabel: true, fields: [{ key: "text", type: "text" }] });
  await fill(
    `INSERT INTO records (entity_id, id, data, version, label_key)
     SELECT $1, gen_random_uuid(), jsonb_build_object('text', 'label ' || n), gen_random_uuid(), 'label ' || n
       FROM generate_series(1, 5000) n`,
    [entity.id],
  );
  await fill(`VACUUM ANALYZE record_partitions.${partitionOf(entity.id)}`);
});

it("the index of unique labels finds a record by its label", async () => {
  const ways = await waysOf(
    sql`SELECT r.id FROM records r WHERE r.entity_id = ${entity.id}::uuid AND r.label_key = ${"label 7"}`,
  );
  expect(ways).toEqual(["Index Scan: records_label"]);
});

it("words of records are sampled finely enough to find one in a few hundred", async () => {
  // 300 rows are looked at for each; whoever plans a search by 100 of them takes such a word for one that nobody uses.
  const rows = await query(
    "SELECT attstattarget FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'search_text'",
    [`record_partitions.${partitionOf(entity.id)}`],
  );
  expect(rows).toEqual([{ attstattarget: 500 }]);
});

/** The error that the driver makes from a message of the server. */
function undefinedTable(message: string): Error {
  const error = new pg.DatabaseError(message, message.length, "error");
  error.code = "42P01";
  return error;
}

it.each([
  ['relation "record_partitions.r_01" does not exist', "AccessChanged"],
  ["Relation »record_partitions.r_01« existiert nicht", "AccessChanged"],
  ['relation "records" does not exist', "DatabaseError"],
])(
  "a statement on the partition of an entity that was removed meanwhile is a change of permissions in every language: %s",
  async (message, name) => {
    const lend = vi.spyOn(postgres().pool, "lend").mockRejectedValueOnce(undefinedTable(message));
    const thrown: unknown = await readPartition(sql`SELECT 1`).catch((error: unknown) => error);
    lend.mockRestore();
    expect((thrown as Error).constructor.name).toBe(name);
  },
);
