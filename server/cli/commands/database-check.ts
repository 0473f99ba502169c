/** `database check [URL]`: reports features that this service needs and a PostgreSQL or compatible engine lacks. */
import type { Command } from "commander";
import type pg from "pg";
import { connectToHost, HostClient } from "../../../lib/postgres/hosts";
import { env } from "../../../lib/process/env";
import { describeConnectFault } from "../../connect-fault";
import { JSON_OPTION } from "../options";
import { print, printJson } from "../print";
import { addGrantsCommand } from "./database-grants";

/** `statements` run in a transaction that is rolled back. The feature is missing if the last one's first column is false. */
type Feature = { name: string; without: string; statements: string[] };

const FEATURES: Feature[] = [
  {
    name: "version 15 or newer",
    without: "the statements of the service are those of PostgreSQL 15",
    statements: ["SELECT current_setting('server_version_num')::int >= 150000"],
  },
  {
    name: "extension pg_trgm",
    without: "the migrations stop: search has no index",
    statements: ["SELECT count(*) > 0 FROM pg_available_extensions WHERE name = 'pg_trgm'"],
  },
  {
    name: "partitions by list and by range",
    without: "the migrations stop: records and changes are kept in partitions",
    statements: [
      "CREATE TEMP TABLE by_list (k uuid NOT NULL, v int, PRIMARY KEY (k, v)) PARTITION BY LIST (k)",
      "CREATE TEMP TABLE of_list PARTITION OF by_list FOR VALUES IN ('00000000-0000-0000-0000-000000000001')",
      "CREATE TEMP TABLE by_range (at timestamptz) PARTITION BY RANGE (at)",
      "CREATE TEMP TABLE of_rest PARTITION OF by_range DEFAULT",
    ],
  },
  {
    name: "indexes over expressions, foreign keys, generated columns",
    without: "labels are not unique, parents not held, and pages not sized",
    statements: [
      "CREATE TEMP TABLE parent (id int PRIMARY KEY)",
      `CREATE TEMP TABLE child (id int REFERENCES parent (id), data jsonb,
         bytes int GENERATED ALWAYS AS (octet_length(data::text)) STORED)`,
      "CREATE UNIQUE INDEX ON child ((data->>'label')) WHERE data->>'label' IS NOT NULL",
    ],
  },
  {
    name: "functions in PL/pgSQL and SQL, and triggers",
    without: "the migrations stop: history is kept append-only by triggers",
    statements: [
      "CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
      "CREATE TEMP TABLE history (id int)",
      "CREATE TRIGGER append_only BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse()",
      "CREATE FUNCTION pg_temp.one() RETURNS int LANGUAGE sql IMMUTABLE RETURN 1",
    ],
  },
  {
    name: "transaction ids of 64 bits and their snapshots",
    without: "the feed of changes does not work: its order is that of transactions",
    statements: ["SELECT pg_current_xact_id() >= pg_snapshot_xmin(pg_current_snapshot())"],
  },
  {
    name: "the identity of the cluster",
    without: "the feed of changes fails: a restored copy could not be told from the original",
    statements: ["SELECT system_identifier IS NOT NULL FROM pg_control_system()"],
  },
  {
    name: "writes within a query, SKIP LOCKED",
    without: "no write works: each is one statement that checks, writes and records its change",
    statements: [
      "CREATE TEMP TABLE rows (id int)",
      "WITH added AS (INSERT INTO rows VALUES (1) RETURNING id) SELECT id FROM added",
      "SELECT id FROM rows FOR UPDATE SKIP LOCKED",
    ],
  },
  {
    name: "advisory locks and savepoints",
    without: "migrations, configurations and hierarchies are not kept from getting in one another's way",
    statements: ["SELECT pg_advisory_xact_lock(1) IS NOT NULL", "SAVEPOINT part", "ROLLBACK TO SAVEPOINT part"],
  },
  {
    name: "plan_cache_mode, timeouts of statements and locks",
    without: "statements are planned for the wrong values, or never end",
    statements: [
      "SET LOCAL plan_cache_mode = 'force_generic_plan'",
      "SET LOCAL statement_timeout = '5s'",
      "SET LOCAL lock_timeout = '2s'",
      "SET LOCAL idle_in_transaction_session_timeout = '5s'",
    ],
  },
];

type Finding = { feature: string; isThere: boolean; without?: string; error?: string };

export function addDatabaseCommands(program: Command): void {
  const database = program.command("database").description("The database itself.");
  database
    .command("check [url]")
    .description(
      "Connects to a database, by default the one of DATABASE_URL, and names what it lacks of what this service needs. Changes nothing.",
    )
    .option(...JSON_OPTION)
    .action(checkDatabase);
  addGrantsCommand(database);
}

/** `given` has the password, and every user of the machine can read it in the process list. The environment is private. */
async function checkDatabase(given: string | undefined, { json }: { json?: true }): Promise<void> {
  const url = given ?? env().DATABASE_URL;
  if (url === undefined) throw new Error("Name a database: postgres://…, or DATABASE_URL in the environment.");
  const findings = await findFeatures(url);
  const missing = findings.filter(({ isThere }) => !isThere);
  if (json) printJson(findings);
  else
    for (const { feature, isThere, without, error } of findings)
      print(isThere ? `there     ${feature}` : `missing   ${feature}: ${without}${error ? ` (${error})` : ""}`);
  if (missing.length > 0) throw new Error(`This database lacks ${missing.length} of ${findings.length} features.`);
}

export async function findFeatures(url: string, features = FEATURES): Promise<Finding[]> {
  const make = () => new HostClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  const client = await connectToHost(url, make).catch((cause: unknown) => {
    throw new Error(`The database cannot be reached: ${describeConnectFault(cause)}`, { cause });
  });
  try {
    const findings: Finding[] = [];
    for (const feature of features) findings.push(await tryFeature(client, feature));
    return findings;
  } finally {
    await client.end();
  }
}

async function tryFeature(client: pg.Client, { name, without, statements }: Feature): Promise<Finding> {
  try {
    await client.query("BEGIN");
    let isThere = true;
    for (const statement of statements) {
      const { rows } = await client.query({ text: statement, rowMode: "array" });
      isThere = rows[0]?.[0] !== false;
    }
    return isThere ? { feature: name, isThere } : { feature: name, isThere, without };
  } catch (error) {
    return { feature: name, isThere: false, without, error: (error as Error).message };
  } finally {
    await client.query("ROLLBACK");
  }
}
