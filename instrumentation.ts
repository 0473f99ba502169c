/** Runs once when a Next server starts, before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { watchRequests } = await import("./server/raw-request");
  watchRequests();
}
