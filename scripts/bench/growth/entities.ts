/** More and more entities, of a thousand records each: what a call of one costs, and what applying the file takes. */
import { applyConfiguration } from "../../../lib/configuration/apply";
import { loadCurrentConfiguration } from "../../../lib/configuration/load";
import { parseDocument } from "../../../lib/configuration/parse";
import type { Entity } from "../../../lib/model";
import { table } from "../../../lib/store/records/partition-plan";
import { OWNER, openDatabase, withClient } from "../database";
import { someIds } from "../dataset";
import type { Request } from "../requests";
import type { World } from "./worlds";

const RECORDS = 1_000;

/** `notes`: what applying and reading the configuration took, as sentences. */
export async function openEntitiesWorld(entities: number): Promise<{ world: World; notes: string[] }> {
  const database = await openDatabase(fileWith(1));
  const { organizationId } = database.configuration;
  const times = {
    "applied for the first time": await timeToApply(fileWith(entities)),
    "applied again": await timeToApply(fileWith(entities)),
    "applied with a field added to one entity": await timeToApply(fileWith(entities, ["added"])),
    "read by a process, once for each version": await timeOf(() => loadCurrentConfiguration(organizationId)),
  };
  const configuration = await loadCurrentConfiguration(organizationId);
  await withClient(database.url, async (client) => {
    for (const { id } of configuration.entities.values()) await client.query(INSERT_INTO(table(id)), [id, RECORDS]);
    await client.query("VACUUM ANALYZE");
  });
  const name = `${entities.toLocaleString("en")} entities`;
  const middle = [...configuration.entities.values()][entities >> 1];
  if (middle === undefined) throw new Error("There are no entities.");
  const recordIds = await withClient(database.url, (client) => someIds(client, middle.id));
  return {
    world: { name, database, token: database.token, calls: callsOf(middle, recordIds) },
    notes: Object.entries(times).map(([what, ms]) => `${name}, ${what}: ${(ms / 1000).toFixed(2)} s.`),
  };
}

function callsOf({ key }: Entity, recordIds: string[]): Map<string, Request[]> {
  const path = `/entities/${key}/records`;
  const get = (each: string): Request => ({ method: "GET", path: each });
  const filter = { where: ["stage", "eq", "won"], sort: [{ field: "amount", direction: "desc" }], limit: 100 };
  return new Map([
    ["read", recordIds.map((id) => get(`${path}/${id}`))],
    ["list", [get(`${path}?limit=100`)]],
    ["filter and sort", [{ method: "POST", path: `${path}/query`, body: filter }]],
    ["search", [get(`${path}?limit=100&search=record+17`)]],
    ["create", [{ method: "POST", path, body: { data: { title: "new", stage: "won", amount: 1 } } }]],
    ["me", [get("/me")]],
    ["one entity described", [get(`/entities/${key}`)]],
    ["all entities listed", [get("/entities")]],
  ]);
}

async function timeToApply(file: object): Promise<number> {
  const document = parseDocument(file);
  return timeOf(() => applyConfiguration(document, { mode: "keep data", actor: "bench" }));
}

/** In milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function fileWith(entities: number, addedToTheFirst: string[] = []): object {
  const keys = Array.from({ length: entities }, (_, index) => `entity${index + 1}`);
  return {
    organization: { key: "bench", name: "Bench" },
    entities: keys.map((key, index) => ({
      key,
      labelField: "title",
      fields: [
        { key: "title", type: "text", required: true },
        { key: "stage", type: "select", options: ["lead", "won", "lost"], indexed: true },
        { key: "amount", type: "number", indexed: true },
        { key: "notes", type: "text" },
        ...(index === 0 ? addedToTheFirst.map((added) => ({ key: added, type: "text" })) : []),
      ],
    })),
    roles: [
      {
        key: "all",
        name: "All",
        grants: keys.map((entity) => ({ entity, verbs: ["list", "create", "update", "delete"] })),
      },
    ],
    members: [{ ...OWNER, roles: ["all"] }],
  };
}

const INSERT_INTO = (relation: string) => `
  INSERT INTO ${relation} (entity_id, id, data, version, label_key, search_text, created, updated)
  SELECT $1, gen_random_uuid(), jsonb_build_object('title', 'Record ' || n, 'stage', (ARRAY['lead', 'won', 'lost'])[1 + n % 3],
      'amount', n * 7919 % 1000, 'notes', 'notes on ' || n % 100), gen_random_uuid(), 'record ' || n,
    concat_ws(E'\\n', 'record ' || n, 'notes on ' || n % 100), moment, moment
  FROM (SELECT n, timestamptz '2025-01-01' + n * interval '1 second' AS moment FROM generate_series(1, $2::int) n) numbered`;
