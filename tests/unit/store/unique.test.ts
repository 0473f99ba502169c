/** Records are found by the values of unique fields: exactly, whatever these are, and off their index; and changed by their keys. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Entity, Field, JsonValue } from "@/lib/model";
import { EVERYTHING } from "@/lib/query/plan";
import { findRecord } from "@/lib/store/records/read";
import { findStoredRecords } from "@/lib/store/records/stored";
import { findByUnique } from "@/lib/store/records/unique";
import { testChanges, updateRecords } from "@/lib/store/records/write";
import { fill, insertRecord, openTestDatabase, partitionOf, query } from "../configuration/database";
import { statementsOf, waysOfOne } from "./explained";
import { makeThings } from "./made-entity";

openTestDatabase();

const RECORDS = 20_000;
let entity: Entity;

beforeAll(async () => {
  const fields = ["text", "email", "url", "integer", "decimal"].map((type) => ({ key: type, type, unique: true }));
  entity = await makeThings({ fields });
  await fill(
    `INSERT INTO records (entity_id, id, data, version)
     SELECT $1, gen_random_uuid(), jsonb_build_object('text', 'text ' || n, 'email', n || '@a.test',
              'url', 'https://a.test/' || n, 'integer', n, 'decimal', n || '.50'), gen_random_uuid()
       FROM generate_series(1, ${RECORDS}) n`,
    [entity.id],
  );
  await fill(`VACUUM ANALYZE record_partitions.${partitionOf(entity.id)}`);
});

function fieldOf(key: string): Field {
  const field = entity.fields.get(key);
  if (field === undefined) throw new Error(`there is no field ${key}`);
  return field;
}

it.each<[key: string, value: (n: number) => JsonValue]>([
  ["text", (n) => `text ${n}`],
  ["email", (n) => `${n}@a.test`],
  ["url", (n) => `https://a.test/${n}`],
  ["integer", (n) => n],
  ["decimal", (n) => `${n}.5`],
])("the records of 500 values of a field of type %s are found in one statement, off the index", async (key, value) => {
  // Every other one is there.
  const values = Array.from({ length: 500 }, (_, index) => value(RECORDS - 250 + index));
  const work = () => findByUnique(entity.id, fieldOf(key), values);
  expect(await waysOfOne(work)).toEqual(["Index Scan: records_unique"]);
  const found = await work();
  expect([...found.keys()]).toEqual(values.slice(0, 251));
  const rows = await query<{ id: string; version: string }>(
    "SELECT id, version FROM records WHERE entity_id = $1 AND (data->>'integer')::int >= $2 ORDER BY (data->>'integer')::int",
    [entity.id, RECORDS - 250],
  );
  expect([...found.values()]).toEqual(rows);
});

it.each<[key: string, value: JsonValue]>([
  ["text", "text 7"],
  ["integer", 7],
  ["decimal", "7.5"],
])("one record is read by its %s in one statement, off the index", async (key, value) => {
  const name = { by: "value", field: fieldOf(key), value } as const;
  const projection = { entityKey: "things", hidden: [], conditional: [] };
  const work = () => findRecord(entity.id, name, EVERYTHING, projection);
  expect(await waysOfOne(work)).toEqual(["Index Scan: records_unique"]);
  expect((await findStoredRecords(entity, name, [])).map(({ data }) => data.integer)).toEqual([7]);
});

const context = () => ({
  entityId: entity.id,
  admission: { organizationId: randomUUID(), configurationVersion: 1 },
  scope: EVERYTHING,
  visible: EVERYTHING,
  projection: null,
  conflictFields: { label: null, parent: null, unique: [] },
  formerFields: [],
});
const derived = { labelKey: null, parentEntityId: null, parentId: null, searchText: "" };
const changes = Array.from({ length: 1_000 }, () => ({
  id: randomUUID(),
  version: randomUUID(),
  data: {},
  derived,
  before: { data: {}, updated: "2026-11-21T09:00:00Z" },
}));
const ids = changes.map(({ id }) => id);

it.each<[what: string, work: () => Promise<unknown>]>([
  ["changed", () => updateRecords(context(), changes)],
  ["read to be changed", () => findStoredRecords(entity, ids, [])],
  ["asked about by scope", () => testChanges(entity.id, changes, [EVERYTHING])],
])("a thousand records are %s by their keys", async (_, work) => {
  const [statement] = await statementsOf(work);
  const plan = await query<{ "QUERY PLAN": string }>(`EXPLAIN (GENERIC_PLAN) ${statement?.text}`);
  const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(lines).toMatch(/Index Scan using r_[0-9a-f]{32}_pkey/);
  expect(lines).not.toMatch(/Seq Scan on r_/);
});

it("texts are found exactly, however long they are", async () => {
  const long = "\u{1f600}".repeat(250_000);
  const texts = ["", " ", "Ab", "ab", "ab ", "\u00e9", "e\u0301", "\\", "\\\\", "\\x61", "a'b", long, `${long} `];
  const ids: string[] = [];
  for (const text of texts) ids.push(await insertRecord(entity.id, { text }));
  const found = await findByUnique(entity.id, fieldOf("text"), [...texts, "AB", "\\x62", "E\u0301"]);
  expect([...found].map(([text, { id }]) => [text, id])).toEqual(texts.map((text, index) => [text, ids[index]]));
});

it("finds nothing for no values, or for values that no record has", async () => {
  expect((await findByUnique(entity.id, fieldOf("text"), [])).size).toBe(0);
  expect((await findByUnique(entity.id, fieldOf("integer"), [-1])).size).toBe(0);
});
