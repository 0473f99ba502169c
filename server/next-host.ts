/**
 * Prepares a process that Next itself hosts: `next start`, or a function of Vercel. The processes of `server/main.ts` prepare
 * themselves.
 */
import { keepMaintaining } from "../lib/maintenance";
import { requireServerEnv, runsAsFunction } from "../lib/process/env";
import { releaseWaiting } from "../lib/public-api/event-stream/open-streams";
import { keepSending } from "../lib/webhooks/sender";
import { isBehindNodeAdapter, watchRequests } from "./adapter/raw-request";
import { logConsole } from "./console-log";
import { setV8Flags } from "./v8-flags";

export async function prepareNextHost(): Promise<void> {
  if (isBehindNodeAdapter()) return;
  requireServerEnv();
  if (process.env.NODE_ENV === "production") logConsole();
  setV8Flags();
  watchRequests();
  if (runsAsFunction()) return prepareFunction();
  // Next, which ends the process, waits for responses that are under way, and a stream would never end.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, releaseWaiting);
  keepMaintaining();
  keepSending();
}

/** Frozen between requests: no clock of ours runs, and connections that are idle must not outlive the function. */
async function prepareFunction(): Promise<void> {
  const { attachDatabasePool } = await import("@vercel/functions/db-connections");
  const { postgres } = await import("../lib/postgres/postgres");
  attachDatabasePool(postgres().pool);
}
