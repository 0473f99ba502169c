/**
 * Lets a process that is told to stop let go of what it holds first, unless it has taken care of the signal by itself.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const holdings = new Set<() => Promise<void>>();

/** Returns how to take it back, for when it was let go of in the ordinary way. */
export function letGoOnSignal(letGo: () => Promise<void>): () => void {
  holdings.add(letGo);
  // In front, because a listener that listens once is not counted any more when its turn has come.
  if (holdings.size === 1) for (const signal of SIGNALS) process.prependListener(signal, stop);
  return () => {
    holdings.delete(letGo);
    if (holdings.size === 0) removeListeners();
  };
}

let stopping = false;

function stop(signal: NodeJS.Signals): void {
  // Somebody else listens as well: it winds the process down in its own order, and lets go in the course of it.
  if (stopping || process.listenerCount(signal) > 1) return;
  stopping = true;
  Promise.allSettled([...holdings].map((letGo) => letGo())).then(() => {
    removeListeners();
    // Once more, to end as a process ends that is told to stop.
    process.kill(process.pid, signal);
  });
}

function removeListeners(): void {
  for (const signal of SIGNALS) process.off(signal, stop);
}
