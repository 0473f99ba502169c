/** Runs once when a Next server starts, before its first request. In the processes of `server/main.ts` this is done already. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { requireServerEnv } = await import("./lib/env");
  requireServerEnv();
  const { logConsole } = await import("./server/console-log");
  if (process.env.NODE_ENV === "production") logConsole();
  const { setV8Flags } = await import("./server/v8-flags");
  setV8Flags();
  const { watchRequests } = await import("./server/adapter/raw-request");
  watchRequests();
  const { keepChanges } = await import("./lib/changes/keep");
  keepChanges();
}
