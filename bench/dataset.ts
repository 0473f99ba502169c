/** A database of its own with so many deals: seeded by their number, so that they are the same each time. */
import { rmSync } from "node:fs";
import pg from "pg";
import { applyConfiguration } from "../lib/configuration/apply";
import { loadCurrentConfiguration } from "../lib/configuration/load";
import { parseDocument } from "../lib/configuration/parse";
import { env } from "../lib/env";
import type { Configuration, Entity } from "../lib/model";
import { closeDatabase } from "../lib/store/close";
import { findMemberByEmail } from "../lib/store/members";
import { table } from "../lib/store/partition-plan";
import { createToken } from "../lib/tokens/manage";
import { openEmbeddedDatabase } from "../server/embedded/postgres";
import { applyMigrations } from "../server/migrations";
import { temporaryFolder } from "../tests/support/temporary-folder";
import { ORGANIZATION } from "./organization";

export type Dataset = {
  url: string;
  configuration: Configuration;
  entity: Entity;
  token: string;
  /** A thousand of the records, at random but the same each time. */
  recordIds: string[];
  postmaster: number;
  close(): Promise<void>;
};

export async function openDataset(records: number): Promise<Dataset> {
  const folder = temporaryFolder();
  const database = await openEmbeddedDatabase(folder.path);
  await applyMigrations(database.url);
  env().DATABASE_URL = database.fastUrl;
  const { organizationId } = await applyConfiguration(parseDocument(ORGANIZATION), {
    mode: "keep data",
    actor: "bench",
  });
  const configuration = await loadCurrentConfiguration(organizationId);
  const entity = configuration.entities.get("deals");
  const owner = await findMemberByEmail(organizationId, "ada@bench.test");
  if (entity === undefined || owner === null) throw new Error("The benchmark's organisation is incomplete.");
  const request = { name: "bench", purpose: "", expires: null, scopes: null };
  const token = await createToken(owner, request, { actor: "bench" });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fill(client, entity, records);
  const ids = await client.query(`SELECT id FROM ${table(entity.id)} ORDER BY md5(id::text) LIMIT 1000`);
  const pid = await client.query("SELECT pg_read_file('postmaster.pid')");
  await client.end();
  return {
    url: database.fastUrl,
    configuration,
    entity,
    token: token.text,
    recordIds: ids.rows.map(({ id }) => id),
    postmaster: Number.parseInt(pid.rows[0].pg_read_file, 10),
    close: async () => {
      await closeDatabase();
      await database.release();
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}

/** In the server itself: with millions of records, their way through a client would be most of the time. */
async function fill(client: pg.Client, entity: Entity, records: number): Promise<void> {
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET jit = off");
  const relation = table(entity.id);
  const { rows: indexes } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [relation],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(
    `INSERT INTO ${relation} (entity_id, id, data, version, label_key, search_text, created, updated)
     SELECT $1, uuid_in(overlay(overlay(md5('id' || n) PLACING '7' FROM 13) PLACING '8' FROM 17)::cstring),
       jsonb_build_object('title', title, 'company', company, 'stage',
         (ARRAY['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost'])[1 + n % 6],
         'amount', h % 10000000 / 100.0, 'closeDate', to_char(date '2025-01-01' + h % 1000, 'YYYY-MM-DD'),
         'ownerEmail', owner, 'probability', h % 101, 'notes', notes, 'archived', h % 10 = 0),
       md5('version' || n)::uuid, lower(title), lower(concat_ws(E'\\n', title, company, owner, notes)), moment, moment
     FROM (
       SELECT n, h, 'Deal ' || n || ' ' || left(md5('title' || n), 8) AS title, 'Company ' || h % 5000 AS company,
         'owner' || h % 200 || '@bench.test' AS owner, repeat(md5('notes' || n) || ' ', 6) AS notes,
         timestamptz '2025-01-01' + n * interval '1 second' AS moment
       FROM (SELECT n, ('x' || left(md5(n::text), 7))::bit(28)::int AS h FROM generate_series(1, $2::int) n) seeded
     ) deals`,
    [entity.id, records],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`VACUUM (ANALYZE) ${relation}`);
  await client.query("CHECKPOINT");
}
