/** The server's time as a browser can know it, never ahead. The browser's own clock may be days off. */
export function startServerClock(servedAt: Date): () => Date {
  const started = performance.now();
  return () => new Date(servedAt.getTime() + performance.now() - started);
}
