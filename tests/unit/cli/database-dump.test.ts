/** `database dump` and `restore`: what comes back is what was there, row for row, with the indexes that hold it. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCommandLine } from "../../support/command-line";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";
import { apply } from "../configuration/applied";
import { entityId, insertRecord, openTestDatabase, query } from "../configuration/database";
import { exampleFile } from "../configuration/example";

openTestDatabase();
vi.setConfig({ testTimeout: 120_000 });

const admin = openCommandLine();
let folder: TemporaryFolder;
let copy: TestDatabase;
let file: string;

beforeAll(async () => {
  folder = temporaryFolder();
  file = path.join(folder.path, "records.dump");
  copy = await createTestDatabase();
  await apply(exampleFile("acme"));
  const [first = ""] = exampleFile("acme").entities.map(({ key }) => key);
  const entity = await entityId("acme", first);
  const odd = { text: 'a "quoted"\nline\t\\ ü \u2028 😀', tiny: 1e-30, none: null, list: [1, { deep: true }] };
  for (let index = 0; index < 1_200; index += 1)
    await insertRecord(entity, { ...odd, index }, { label: `label ${index}` });
  await query(
    `UPDATE records SET data = data || '{"exact": 12345678901234567890.123456789012345}' WHERE label_key = 'label 7'`,
  );
  const token = ["tokens", "create", "--organization", "acme", "--member", "ada@acme.test", "--name", "kept"];
  expect((await admin(token)).code).toBe(0);
});
afterAll(async () => {
  await copy?.drop();
  folder?.remove();
});

/** Every row of every table, and the definitions of the indexes and keys. */
async function contents(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'record_partitions')
       AND tablename NOT IN ('changes', 'maintenance', 'sessions', 'verifications', '_prisma_migrations') ORDER BY name`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ONLY ${name} t ORDER BY text`);
      found.push(name, ...rows.map(({ text }) => text));
    }
    const { rows: structure } = await client.query<{ text: string }>(
      `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'record_partitions'
       UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) || convalidated FROM pg_constraint
         WHERE connamespace = 'record_partitions'::regnamespace AND contype = 'f' ORDER BY text`,
    );
    return [...found, ...structure.map(({ text }) => text)];
  } finally {
    await client.end();
  }
}

const into = (url: string) => ({ env: { DATABASE_URL: url } });

describe("database dump and restore", () => {
  it("brings everything back as it was", async () => {
    const dumped = await admin(["database", "dump", file]);
    expect([dumped.code, dumped.stderr]).toEqual([0, ""]);
    // Whoever reads it reads every record.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const restored = await admin(["database", "restore", file], into(copy.url));
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    const before = await contents(String(process.env.DATABASE_URL));
    expect(before.length).toBeGreaterThan(1_200);
    expect(before.some((line) => line.includes("12345678901234567890.123456789012345"))).toBe(true);
    expect(await contents(copy.url)).toEqual(before);
  });

  it("does not write over a file, nor into a database that is in use", async () => {
    expect((await admin(["database", "dump", file])).code).toBe(1);
    const again = await admin(["database", "restore", file], into(copy.url));
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("There are organisations in this database"),
    ]);
  });

  it("says which file it cannot read", async () => {
    const empty = await createTestDatabase();
    try {
      const gone = path.join(folder.path, "gone.dump");
      const { code, stderr } = await admin(["database", "restore", gone], into(empty.url));
      expect([code, stderr]).toEqual([
        1,
        `${gone} cannot be read: ENOENT: no such file or directory, open '${gone}'\n`,
      ]);
    } finally {
      await empty.drop();
    }
  });

  it.each([
    ["another program's", "{}\n", "This is no file of `database dump`."],
    ["another version's", '{"format":"public-records-api 1","migration":"19990101000000_old"}\n', "19990101000000_old"],
    ["half a file", null, "half a file is not a complete file of `database dump`: unexpected end of file.\n"],
    ["not compressed", "plain", "not compressed is not a complete file of `database dump`: incorrect header check.\n"],
  ])("leaves the database empty where the file is %s", async (name, text, reason) => {
    const empty = await createTestDatabase();
    try {
      const other = path.join(folder.path, name);
      const whole = readFileSync(file);
      const compressed = text === null ? whole.subarray(0, whole.length / 2) : gzipSync(text);
      writeFileSync(other, text === "plain" ? text : compressed);
      const { code, stderr } = await admin(["database", "restore", other], into(empty.url));
      expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
      const rows = (await contents(empty.url)).filter((line) => line.startsWith("("));
      expect(rows).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});
