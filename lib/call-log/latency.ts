/** Counts durations in classes whose bounds grow by about half, so that a percentile is exact within a few percent. */

/** Upper bounds of the classes, in ms; the last class has none. Stored rows rely on their order: add only at the end. */
const BOUNDS = [
  1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
];

export const DURATION_CLASSES = BOUNDS.length + 1;

export function durationClassOf(milliseconds: number): number {
  const place = BOUNDS.findIndex((bound) => milliseconds <= bound);
  return place === -1 ? BOUNDS.length : place;
}

/** The duration in ms that this share of requests did not exceed, at most the last bound; null if there were none. */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  for (const [place, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) return within(place, (wanted - before) / count);
    before += count;
  }
  return BOUNDS.at(-1) ?? null;
}

function within(place: number, part: number): number {
  const from = BOUNDS[place - 1] ?? 0;
  const to = BOUNDS[place] ?? from;
  return from + (to - from) * part;
}
