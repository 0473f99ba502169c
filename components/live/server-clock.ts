/**
 * The server's time as a browser can know it: when the page was rendered, and what has passed since. Never ahead of the server;
 * the browser's own clock may be days off.
 */
export function startServerClock(servedAt: Date): () => Date {
  const started = performance.now();
  return () => new Date(servedAt.getTime() + performance.now() - started);
}
