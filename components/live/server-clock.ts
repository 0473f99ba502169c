/**
 * The server's time as a browser can know it: the time of rendering plus the time elapsed since. Never ahead of the server. The
 * browser's own clock may be days off.
 */
export function startServerClock(servedAt: Date): () => Date {
  const started = performance.now();
  return () => new Date(servedAt.getTime() + performance.now() - started);
}
