/**
 * `npm start` and `npm run dev`: the database, then the processes that answer: this one alone, or workers under its eyes
 * (WEB_CONCURRENCY).
 */
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "../lib/env";
import { openAppSecret } from "./app-secret";
import { openDatabase } from "./database";
import { loadDotEnv } from "./dot-env";
import { serve } from "./serve";
import { supervise } from "./supervisor";
import { countWorkers } from "./workers";

const isDevelopment = process.argv.includes("--dev");

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  loadDotEnv();
  const mode = isDevelopment ? "development" : "production";
  // Read by the modules that Next loads; its type says that only tools may write it.
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
  if (cluster.isWorker) return serve({ dev: false, release: async () => {} });
  if (!isDevelopment && !existsSync(path.join(process.cwd(), ".next", "BUILD_ID"))) {
    throw new Error("There is no build yet: run npm run build, then npm start.");
  }
  openAppSecret(env());
  const database = await openDatabase(env());
  const workers = isDevelopment ? null : countWorkers(env());
  try {
    if (workers === null) await serve({ dev: isDevelopment, release: database.release });
    else await supervise(workers, database.release);
  } catch (error) {
    await database.release();
    throw error;
  }
}
