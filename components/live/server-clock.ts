/**
 * The time of the server as a browser can know it: when the page was rendered, and what has passed since. The browser's own
 * clock may be minutes or days off, so nothing that the server judges by time is judged by it. Never ahead of the server, and
 * behind by what the page took to arrive.
 */
export function startServerClock(servedAt: Date): () => Date {
  const started = performance.now();
  return () => new Date(servedAt.getTime() + performance.now() - started);
}
