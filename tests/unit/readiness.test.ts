/** A process is ready when PostgreSQL answers and has the tables that this version of the program knows. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkReadiness, LATEST_MIGRATION } from "@/lib/store/server";
import { openTestDatabase, query } from "./configuration/database";

openTestDatabase();

it("the newest migration is the newest folder of prisma/migrations", () => {
  const folders = readdirSync("prisma/migrations", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  expect(names.at(-1)).toBe(LATEST_MIGRATION);
});

describe("readiness", () => {
  it("is given by a migrated database", async () => {
    expect(await checkReadiness()).toEqual({ ready: true });
  });

  it("is not given by a database that is behind, and names the command", async () => {
    await query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [LATEST_MIGRATION]);
    try {
      expect(await checkReadiness()).toEqual({
        ready: false,
        reason: "The database is behind: run npm run db:migrate.",
      });
    } finally {
      await query("UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = $1", [LATEST_MIGRATION]);
    }
  });

  it("is not given by a database without tables, and reveals nothing of it", async () => {
    await query("ALTER TABLE _prisma_migrations RENAME TO elsewhere");
    try {
      expect(await checkReadiness()).toEqual({ ready: false, reason: "The database does not answer." });
    } finally {
      await query("ALTER TABLE elsewhere RENAME TO _prisma_migrations");
    }
  });
});
