/**
 * Can two kinds of requests be told apart by how long they take? Calls of both kinds are made in turn, in random order
 * within each pair, over one warm connection, so that whatever slows the machine slows both alike. Two questions are asked
 * of the samples. Mann and Whitney's test says whether one kind tends to take longer at all (`z`, in standard deviations);
 * the gap between the medians says by how much. Only where both are large is there something that a caller could use: the
 * test alone finds microseconds if it is given enough calls, and a gap alone can come from a busy minute.
 */
export type Comparison = { z: number; gapMs: number };

/** With equal kinds, one run in 3.5 million is beyond this. */
const CONCLUSIVE_Z = 5;

export function isTold({ z, gapMs }: Comparison, noticeableMs: number): boolean {
  return Math.abs(z) > CONCLUSIVE_Z && Math.abs(gapMs) > noticeableMs;
}

export async function compareTimes(
  pairs: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<Comparison> {
  const times: [number[], number[]] = [[], []];
  const warmUp = Math.ceil(pairs / 10);
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    const order = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
    for (const kind of order) {
      const started = performance.now();
      await (kind === 0 ? first : second)();
      if (pair >= 0) times[kind].push(performance.now() - started);
    }
  }
  return compareSamples(...times);
}

export function compareSamples(first: number[], second: number[]): Comparison {
  return { z: mannWhitney(first, second), gapMs: median(second) - median(first) };
}

/** The normal approximation, good from some twenty samples on; equal values share their rank. */
function mannWhitney(first: number[], second: number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((left, right) => left.value - right.value);
  let ranksOfFirst = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    ranksOfFirst += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
    start = end;
  }
  const [n, m] = [first.length, second.length];
  const wins = ranksOfFirst - (n * (n + 1)) / 2;
  return ((n * m) / 2 - wins) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
