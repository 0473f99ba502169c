/**
 * Runs once when a Next server starts, before its first request. The import is within the condition, so that Next leaves it out for
 * its Edge runtime.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { prepareNextHost } = await import("./server/next-host");
    await prepareNextHost();
  }
}
