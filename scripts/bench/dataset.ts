/** A database with so many deals: seeded by their number, so that they are the same each time. */
import type pg from "pg";
import type { Entity } from "../../lib/model";
import { table } from "../../lib/store/records/partition-plan";
import { type Database, openDatabase, withClient } from "./database";
import { ORGANIZATION } from "./organization";

export type Dataset = Database & {
  entity: Entity;
  /** A thousand of the records, at random but the same each time. */
  recordIds: string[];
};

/** Words to search for: in 6 of 100 deals, in one of 1,000, in twenty however many there are, and in none. */
export const COMMON_WORD = "celest";
export const SELDOM_WORD = "zeppelin";
export const RARE_WORD = "quetzal";
export const ABSENT_WORD = "wyvern";
const RARE_RECORDS = 20;
const ACCOUNTS = 5_000;
/** The id of the account with the number `n`, as SQL. */
const accountId = (n: string) => `(left(md5('account' || ${n}), 12) || '7' || right(left(md5('account' || ${n}), 15), 3)
  || '8' || right(md5('account' || ${n}), 15))::uuid`;

export async function openDataset(records: number): Promise<Dataset> {
  const database = await openDatabase(ORGANIZATION);
  const entity = database.configuration.entities.get("deals");
  const accounts = database.configuration.entities.get("accounts");
  if (entity === undefined || accounts === undefined) throw new Error("The benchmark's organization is incomplete.");
  const recordIds = await withClient(database.superuserUrl, async (client) => {
    await fillAccounts(client, accounts);
    await fill(client, entity, records);
    return someIds(client, entity.id);
  });
  return { ...database, entity, recordIds };
}

/** Removes what was created since: the next measurement finds the same records in the same places. */
export async function forgetCreated({ url, entity }: Dataset): Promise<void> {
  await withClient(url, async (client) => {
    // The deals of the dataset are dated 2025.
    await client.query(`DELETE FROM ${table(entity.id)} WHERE created >= '2026-01-01'`);
    await client.query(`VACUUM (ANALYZE) ${table(entity.id)}`);
  });
}

/** A thousand ids of an entity, at random but the same each time. */
export async function someIds(client: pg.Client, entityId: string): Promise<string[]> {
  const { rows } = await client.query(`SELECT id FROM ${table(entityId)} ORDER BY md5(id::text) LIMIT 1000`);
  return rows.map(({ id }) => id);
}

async function fillAccounts(client: pg.Client, entity: Entity): Promise<void> {
  await client.query(
    `INSERT INTO ${table(entity.id)} (entity_id, id, data, version, label_key, search_text, created, updated)
     SELECT $1, ${accountId("n")}, jsonb_build_object('name', name, 'country', 'Country ' || n % 200),
       md5('version' || n)::uuid, lower(name), lower(name), timestamptz '2025-01-01', timestamptz '2025-01-01'
     FROM (SELECT n, 'Account ' || n AS name FROM generate_series(0, $2::int - 1) n) accounts`,
    [entity.id, ACCOUNTS],
  );
  await client.query(`VACUUM (ANALYZE) ${table(entity.id)}`);
}

/**
 * Created in the server itself, before its indexes: with millions of records, sending them by a client would take most of
 * the time. Ids follow time, like those of the service.
 */
export async function fill(client: pg.Client, entity: Entity, records: number): Promise<void> {
  await client.query("ALTER SYSTEM SET max_wal_size = '8GB'");
  await client.query("SELECT pg_reload_conf()");
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
     SELECT $1, id, jsonb_build_object('title', title, 'company', company, 'stage',
         (ARRAY['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost'])[1 + n % 6],
         'amount', h % 10000000 / 100.0, 'closeDate', to_char(date '2025-01-01' + h % 1000, 'YYYY-MM-DD'),
         'ownerEmail', owner, 'probability', h % 101, 'notes', notes, 'archived', h % 10 = 0,
         'account', ${accountId(`h % ${ACCOUNTS}`)}),
       md5('version' || n)::uuid, lower(title), lower(concat_ws(E'\\n', title, company, owner, notes)), moment, moment
     FROM (
       SELECT n, h, 'Deal ' || n || ' ' || left(md5('title' || n), 8) AS title, 'Company ' || h % 5000 AS company,
         'owner' || h % 200 || '@bench.test' AS owner, moment,
         (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7' || left(md5('id' || n), 3)
           || '8' || right(md5('id' || n), 15))::uuid AS id,
         concat_ws(' ', CASE WHEN n % 1000 = 0 THEN $3 END, CASE WHEN n % ($2::int / $5::int) = 0 THEN $4 END,
           (SELECT string_agg(($6::text[])[1 + get_byte(seed, place)], ' ') FROM generate_series(0, 15) place)) AS notes
       FROM (
         SELECT n, ('x' || left(md5(n::text), 7))::bit(28)::int AS h, decode(md5('notes' || n), 'hex') AS seed,
           timestamptz '2025-01-01' + n * interval '1 second' AS moment
         FROM generate_series(1, $2::int) n
       ) seeded
     ) deals`,
    [entity.id, records, SELDOM_WORD, RARE_WORD, RARE_RECORDS, VOCABULARY],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`VACUUM (ANALYZE) ${relation}`);
  await client.query("CHECKPOINT");
}

/** Sixteen of 256 words are in each deal's notes, so that each word is in 6 of 100. */
const STARTS = "bar cel dom fer gal hem jol kin lum mor nor pal ris sol tan ver".split(" ");
const ENDS = "ado est ing ial ome ure ant ion ely ous ark ift und ent olf ish".split(" ");
const VOCABULARY = STARTS.flatMap((start) => ENDS.map((end) => start + end));
