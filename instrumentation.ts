/** Runs once when a Next server starts, before its first request. In the processes of `server/main.ts` this is done already. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { requireServerEnv, runsAsFunction } = await import("./lib/process/env");
  requireServerEnv();
  const { logConsole } = await import("./server/console-log");
  if (process.env.NODE_ENV === "production") logConsole();
  const { setV8Flags } = await import("./server/v8-flags");
  setV8Flags();
  const { watchRequests } = await import("./server/adapter/raw-request");
  watchRequests();
  if (runsAsFunction()) return prepareFunction();
  // Next waits for responses that are under way, and a stream would never end.
  const { releaseWaiting } = await import("./lib/public-api/event-stream/open-streams");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, releaseWaiting);
  const { keepMaintaining } = await import("./lib/maintenance");
  keepMaintaining();
  const { keepSending } = await import("./lib/webhooks/sender");
  keepSending();
}

/** Frozen between requests: no clock of ours runs, and connections that are idle must not outlive the function. */
async function prepareFunction(): Promise<void> {
  const { attachDatabasePool } = await import("@vercel/functions/db-connections");
  const { postgres } = await import("./lib/postgres/postgres");
  attachDatabasePool(postgres().pool);
}
