/** Opens the database, then starts the api and pages processes under a supervisor, or serves both in this process. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { env } from "../lib/process/env";
import { openAppSecret } from "./app-secret";
import { openDatabase } from "./database";
import { loadDotEnv } from "./dot-env";
import { countWorkers, supervise } from "./processes/supervisor";
import { tellSystemd } from "./processes/systemd";

const mode = process.argv.includes("--dev") ? "development" : "production";
/** The parent process is building the pages, and sends a message when it has finished. */
const awaitsPages = process.argv.includes("--await-pages");

export async function start(): Promise<void> {
  loadDotEnv();
  // The modules that Next loads read it. Its type declares it as read-only.
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
  if (mode === "production" && !awaitsPages && !existsSync(path.join(process.cwd(), ".next", "BUILD_ID"))) {
    throw new Error("There is no build yet: run npm run build, then npm start.");
  }
  openAppSecret(env());
  await openDatabase(env());
  await serveOrSupervise();
  tellSystemd();
}

async function serveOrSupervise(): Promise<void> {
  const { PAGES } = env();
  const workers = countWorkers(env());
  const pagesAreBuilt = awaitsPages ? once(process, "message") : Promise.resolve();
  if (PAGES === "inline") await pagesAreBuilt;
  if (mode === "development" || (PAGES === "inline" && workers === 1)) {
    // API and pages in one process, for development and small hosts: page requests delay those for the API.
    const { openPages } = await import("./adapter/pages");
    const { serve } = await import("./processes/serve");
    return serve(await openPages(mode));
  }
  const folder = fileURLToPath(new URL(".", import.meta.url));
  return supervise({ workers, folder, pages: PAGES, pagesAreBuilt });
}
