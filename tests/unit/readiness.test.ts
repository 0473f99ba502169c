/** A process is ready when PostgreSQL answers and has the tables that this version of the program knows. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgres } from "@/lib/postgres/postgres";
import { runtime } from "@/lib/process/runtime";
import { checkReadiness, LATEST_MIGRATION } from "@/lib/store/server";
import { createTestDatabase, type TestDatabase } from "../support/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
});

afterAll(async () => {
  await runtime.close();
  await database.drop();
});

describe("the newest migration", () => {
  it("is the newest folder of prisma/migrations", () => {
    const folders = readdirSync("prisma/migrations", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(
      folders
        .map((entry) => entry.name)
        .sort()
        .at(-1),
    ).toBe(LATEST_MIGRATION);
  });
});

describe("readiness", () => {
  it("is given by a migrated database", async () => {
    expect(await checkReadiness()).toEqual({ ready: true });
  });

  it("is not given by a database that is behind, and names the command", async () => {
    await postgres().pool.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [
      LATEST_MIGRATION,
    ]);
    try {
      expect(await checkReadiness()).toEqual({
        ready: false,
        reason: "The database is behind: run npm run db:migrate.",
      });
    } finally {
      await postgres().pool.query("UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = $1", [
        LATEST_MIGRATION,
      ]);
    }
  });

  it("is not given by a database without tables, and tells nothing of it", async () => {
    await postgres().pool.query("ALTER TABLE _prisma_migrations RENAME TO elsewhere");
    try {
      expect(await checkReadiness()).toEqual({ ready: false, reason: "The database does not answer." });
    } finally {
      await postgres().pool.query("ALTER TABLE elsewhere RENAME TO _prisma_migrations");
    }
  });
});
