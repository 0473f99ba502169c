/** The schema that Prisma's client is made from, and the tables that the migrations make, are the same. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { DiffTarget } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSchemaEngine } from "../../scripts/schema-engine.mjs";
import { applyMigrations, pendingMigrations } from "../../server/migrations";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { freePort } from "../support/free-port";

const SCHEMA = "prisma/schema.prisma";
const schema = { files: [{ path: SCHEMA, content: readFileSync(SCHEMA, "utf8") }] };
const ENTITY = "00000000-0000-7000-8000-000000000001";
const OTHER_ENTITY = "00000000-0000-7000-8000-000000000002";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The folder as the schema engine takes it. */
function migrationsList() {
  const folder = "prisma/migrations";
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: readFileSync(`${folder}/migration_lock.toml`, "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: names
      .map(({ name }) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: readFileSync(`${folder}/${name}/migration.sql`, "utf8") },
        },
      }))
      .sort((left, right) => left.path.localeCompare(right.path)),
  };
}

/** What Prisma would do to get from one to the other. */
async function difference(from: DiffTarget): Promise<string | null> {
  const { engine, close } = await openSchemaEngine(database.url, [[SCHEMA, schema.files[0]?.content ?? ""]]);
  try {
    const result = await engine.diff({
      from,
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return result.exitCode === 0 ? null : result.stdout;
  } finally {
    await close();
  }
}

/** A database of its own without tables, gone afterwards. */
async function inEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const empty = new URL(database.url);
  empty.pathname = `${empty.pathname}_empty`;
  const name = client.escapeIdentifier(empty.pathname.slice(1));
  await client.query(`CREATE DATABASE ${name}`);
  try {
    await work(empty.href);
  } finally {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

describe("schema and migrations", () => {
  it("agree: the migrations make the tables of the schema, and nothing else", async () => {
    expect(await difference({ tag: "migrations", ...migrationsList() })).toBeNull();
  });

  it("still agree in a database whose entities have partitions, indexes and parents", async () => {
    for (const [name, id] of [
      ["deals", ENTITY],
      ["accounts", OTHER_ENTITY],
    ]) {
      await client.query(`CREATE TABLE record_partitions.${name} (LIKE public.records INCLUDING ALL)`);
      await client.query(`ALTER TABLE records ATTACH PARTITION record_partitions.${name} FOR VALUES IN ('${id}')`);
    }
    await client.query("CREATE INDEX ON record_partitions.deals (created DESC, id DESC)");
    await client.query("CREATE INDEX ON record_partitions.deals USING gin (search_text gin_trgm_ops)");
    await client.query(
      "ALTER TABLE record_partitions.deals ADD FOREIGN KEY (parent_entity_id, parent_id) REFERENCES record_partitions.accounts (entity_id, id)",
    );
    expect(await difference({ tag: "schemaDatasource", ...schema, configDir: "." })).toBeNull();
  });

  it("differ when a table is changed behind their back", async () => {
    await client.query("ALTER TABLE members ADD COLUMN nickname text");
    const found = await difference({ tag: "schemaDatasource", ...schema, configDir: "." });
    await client.query("ALTER TABLE members DROP COLUMN nickname");
    expect(found).toContain('DROP COLUMN "nickname"');
  });
});

describe("applyMigrations", () => {
  it("lets one of several that come at once apply, and leaves nothing pending", () =>
    inEmptyDatabase(async (url) => {
      const all = await pendingMigrations(url);
      const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url)));
      expect(applied.filter((names) => names.length > 0)).toEqual([all]);
      expect(await pendingMigrations(url)).toEqual([]);
    }));

  it("waits for one that is at it, however short the statements of its role are kept", () =>
    inEmptyDatabase(async (url) => {
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query("SELECT pg_advisory_lock(72707369)");
      const ofService = new URL(url);
      ofService.searchParams.set("options", "-c statement_timeout=100 -c lock_timeout=50");
      const applying = applyMigrations(ofService.href);
      await other.query("SELECT pg_sleep(0.5)");
      await other.end();
      expect(await applying).toContain("20261121000000_init");
    }));

  it("leaves nothing of a migration that fails, names it, and can be run again", () =>
    inEmptyDatabase(async (url) => {
      const all = await pendingMigrations(url);
      const inside = new pg.Client({ connectionString: url });
      await inside.connect();
      // The last table that the first migration makes is in its way, so everything before it has been made by then.
      await inside.query("CREATE TABLE verifications (id text)");
      await expect(applyMigrations(url)).rejects.toThrow(
        'The migration 20261121000000_init could not be applied, and nothing of it was: relation "verifications" already exists',
      );
      const { rows } = await inside.query("SELECT to_regclass('organizations') AS made");
      expect(rows).toEqual([{ made: null }]);
      expect(await pendingMigrations(url)).toEqual(all);
      await inside.query("DROP TABLE verifications");
      await inside.end();
      expect(await applyMigrations(url)).toEqual(all);
    }));
});

describe("20261121150000_scopes_bind_every_verb", () => {
  const NAME = "20261121150000_scopes_bind_every_verb";
  const ids = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
  const document = {
    entities: [
      {
        key: "deals",
        fields: [
          { key: "title", type: "text" },
          { key: "margin", type: "number", readVerb: "readMargin", writeVerb: "delete" },
        ],
        lifecycle: { field: "stage", transitions: [{ from: "lead", to: "won", verb: "approve" }] },
      },
      { key: "accounts", fields: [{ key: "bank", type: "text", readVerb: "readBank" }] },
      { key: "notes", fields: [{ key: "title", type: "text" }] },
    ],
    roles: [
      {
        key: "lead",
        grants: [
          { entity: "deals", verbs: ["list", "update", "delete", "readMargin"] },
          { entity: "deals", verbs: ["approve", "readMargin"], where: ["createdBy", "eq", "$member.id"] },
          { entity: "accounts", verbs: ["list", "readBank"] },
          { entity: "notes", verbs: ["list"] },
        ],
      },
      { key: "clerk", grants: [{ entity: "deals", verbs: ["list", "update"] }] },
    ],
  };
  const older = { entities: [], roles: [{ key: "clerk", grants: [{ entity: "deals", verbs: ["list", "audit"] }] }] };

  /** Tokens as they were before, by name, with what each comes to. */
  const TOKENS: Record<string, { member: number; before: unknown; after: unknown }> = {
    "for everything": { member: 1, before: null, after: null },
    "of an owner with further verbs": {
      member: 1,
      before: [
        { entity: "deals", verbs: ["list", "update"] },
        { entity: "notes", verbs: ["list"] },
      ],
      after: [
        { entity: "deals", verbs: ["list", "update", "approve", "readMargin"] },
        { entity: "notes", verbs: ["list"] },
      ],
    },
    "on another entity": {
      member: 1,
      before: [{ entity: "accounts", verbs: ["list"] }],
      after: [{ entity: "accounts", verbs: ["list", "readBank"] }],
    },
    "that has one of them": {
      member: 1,
      before: [{ entity: "deals", verbs: ["list", "readMargin"] }],
      after: [{ entity: "deals", verbs: ["list", "readMargin", "approve"] }],
    },
    "on entities that are gone, or without verbs": {
      member: 1,
      before: [
        { entity: "deals", verbs: [] },
        { entity: "gone", verbs: ["list"] },
      ],
      after: [
        { entity: "deals", verbs: [] },
        { entity: "gone", verbs: ["list"] },
      ],
    },
    "of an owner without further verbs": {
      member: 2,
      before: [{ entity: "deals", verbs: ["list"] }],
      after: [{ entity: "deals", verbs: ["list"] }],
    },
    "of an organisation that is not configured yet": {
      member: 3,
      before: [{ entity: "deals", verbs: ["list"] }],
      after: [{ entity: "deals", verbs: ["list"] }],
    },
  };

  it("leaves older tokens the further verbs that their owners hold on the entities that they name", () =>
    inEmptyDatabase(async (url) => {
      const inside = new pg.Client({ connectionString: url });
      await inside.connect();
      const sqlOf = (name: string) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");
      const names = (await pendingMigrations(url)).filter((name) => name < NAME);
      for (const name of names) await inside.query(sqlOf(name));
      await inside.query(
        `INSERT INTO organizations (id, key, name, configuration_version) VALUES ('${ids(1)}', 'acme', 'Acme', 2), ('${ids(2)}', 'new', 'New', 0)`,
      );
      await inside.query(
        `INSERT INTO configurations (organization_id, version, document, applied_by) VALUES ('${ids(1)}', 1, $1, 'x'), ('${ids(1)}', 2, $2, 'x')`,
        [older, document],
      );
      await inside.query(
        `INSERT INTO members (id, organization_id, email, name, role_keys) VALUES
           ('${ids(1)}', '${ids(1)}', 'ada@acme.test', 'Ada', '{lead,gone}'),
           ('${ids(2)}', '${ids(1)}', 'ben@acme.test', 'Ben', '{clerk}'),
           ('${ids(3)}', '${ids(2)}', 'cy@new.test', 'Cy', '{lead}')`,
      );
      for (const [name, { member, before }] of Object.entries(TOKENS)) {
        await inside.query(
          `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash, scopes)
           VALUES (left(md5($1), 22), $2, $3, $1, sha256(''), $4)`,
          [name, ids(member === 3 ? 2 : 1), ids(member), before === null ? null : JSON.stringify(before)],
        );
      }
      await inside.query(sqlOf(NAME));
      const { rows } = await inside.query("SELECT name, scopes FROM tokens");
      await inside.end();
      const after = Object.fromEntries(rows.map(({ name, scopes }) => [name, scopes]));
      expect(after).toEqual(Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, token.after])));
    }));
});

describe("search texts from before accents were ignored", () => {
  it("are brought up to date, and nothing else of a record is", async () => {
    const entity = "00000000-0000-7000-8000-000000000003";
    await client.query("CREATE TABLE record_partitions.old (LIKE public.records INCLUDING ALL)");
    await client.query(`ALTER TABLE records ATTACH PARTITION record_partitions.old FOR VALUES IN ('${entity}')`);
    const texts = ["münchen\nσ@é.test", "sa\u0303o paulo", "straße ærø", "서울 が", "plain", "", "ascii only"];
    await client.query(
      `INSERT INTO records (entity_id, id, data, version, search_text)
       SELECT $1, gen_random_uuid(), '{}', gen_random_uuid(), text FROM unnest($2::text[]) text`,
      [entity, texts],
    );
    const all =
      "SELECT id, version, updated, xmin::text AS written, search_text AS text FROM record_partitions.old ORDER BY id";
    const before = (await client.query(all)).rows;
    const script = readFileSync("prisma/migrations/20261122090000_search_without_accents/migration.sql", "utf8");
    await client.query(script.slice(script.indexOf("UPDATE")));
    const after = (await client.query(all)).rows;
    expect(after.map(({ text }) => text).sort()).toEqual(
      ["munchen\nσ@e.test", "sao paulo", "strasse aero", "서울 が", "plain", "", "ascii only"].sort(),
    );
    for (const [index, { text, written, ...rest }] of after.entries()) {
      expect({ ...before[index], ...rest }).toEqual(before[index]);
      expect(written === before[index].written, "only where it changes").toBe(text === before[index].text);
    }
  });
});

describe("Prisma's command line", () => {
  const prisma = async (url: string, ...args: string[]): Promise<string> => {
    const env = { ...process.env, DATABASE_URL: url };
    const run = promisify(execFile)(process.execPath, ["node_modules/prisma/build/index.js", ...args], { env });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  };

  it("finds the migrations of the application applied", async () => {
    expect(await prisma(database.url, "migrate", "status")).toContain("Database schema is up to date!");
    expect(await prisma(database.url, "migrate", "deploy")).toContain("No pending migrations to apply.");
  });

  it("explains that a server cannot be reached", async () => {
    const port = await freePort();
    const output = await prisma(`postgres://nobody@127.0.0.1:${port}/app`, "migrate", "status");
    expect(output).toContain("P1001");
  });
});
