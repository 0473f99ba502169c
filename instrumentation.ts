/** Runs once when a Next server starts, before its first request. Behind the Node door, `server/main.ts` has done this already. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { requireServerEnv } = await import("./lib/env");
  requireServerEnv();
  const { logConsole } = await import("./server/console-log");
  if (process.env.NODE_ENV === "production") logConsole();
  const { placeAnswersAmongYoung } = await import("./server/allocation");
  placeAnswersAmongYoung();
  const { watchRequests } = await import("./server/raw-request");
  watchRequests();
}
