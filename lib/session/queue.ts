/** Work of which little is done at once: what comes while that much is under way waits in turn, and is refused where too much waits. */
export class QueueFull extends Error {}

/** Throws QueueFull, or what the work throws. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function openQueue(atOnce: number, maxWaiting: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new QueueFull("Too much is waiting.");
      // Whoever ends hands its place on: nobody who comes in between takes it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
