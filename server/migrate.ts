/** `npm run db:migrate`: applies the pending migrations to the database in DATABASE_URL. */
import { env } from "../lib/process/env";
import { pendingOfExternal } from "./database";
import { loadDotEnv } from "./dot-env";
import { applyMigrations } from "./migrations";

loadDotEnv();
const url = env().DATABASE_URL;
if (url === undefined) {
  console.log("DATABASE_URL is not set: the embedded database migrates by itself when it starts.");
  process.exit();
}

try {
  const pending = await pendingOfExternal(url);
  const applied = pending.length > 0 ? await applyMigrations(url, { report: console.log }) : [];
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
