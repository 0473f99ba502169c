import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseEnv } from "../../../lib/process/env";
import { openDatabase } from "../../../server/database";
import { openTestServer } from "../../support/database";
import { freePort } from "../../support/free-port";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";

const before = process.env.DATABASE_URL;

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

afterAll(() => {
  if (before === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = before;
});

async function countRecords(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query("SELECT count(*)::int FROM records")).rows[0].count;
  } finally {
    await client.end();
  }
}

describe("openDatabase", () => {
  it("refuses one that is behind, and names the command", async () => {
    const server = await openTestServer();
    await expect(openDatabase(parseEnv({ DATABASE_URL: server.url }))).rejects.toThrow(
      /is behind by \d+ migration.*npm run db:migrate/,
    );
    await server.release();
  });

  it("says which address cannot be reached", async () => {
    const port = await freePort();
    const env = parseEnv({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/app` });
    await expect(openDatabase(env)).rejects.toThrow(
      `The database that DATABASE_URL names cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  it("starts and migrates a database of its own where none is named, and names it for the process", async () => {
    const env = parseEnv({ DATA_DIR: path.join(folder.path, "data") });
    const database = await openDatabase(env);
    try {
      expect(await countRecords(database.url)).toBe(0);
      expect([env.DATABASE_URL, process.env.DATABASE_URL]).toEqual([database.url, database.url]);
    } finally {
      await database.release();
    }
  });
});
