import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseEnv } from "../../../lib/process/env";
import { openDatabase } from "../../../server/database";
import { openTestServer, queryOnce } from "../../support/database";
import { freePort } from "../../support/free-port";
import { temporaryFolder } from "../../support/temporary-folder";

const before = process.env.DATABASE_URL;

const folder = temporaryFolder();

afterAll(() => {
  folder.remove();
  if (before === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = before;
});

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
      expect(await queryOnce(database.url, "SELECT FROM records")).toEqual([]);
      expect([env.DATABASE_URL, process.env.DATABASE_URL]).toEqual([database.url, database.url]);
    } finally {
      await database.release();
    }
  });
});
