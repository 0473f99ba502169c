/**
 * How long requests took, counted in classes whose bounds grow by about half. Some two dozen numbers an hour give a percentile
 * within a few per cent. Pure.
 */

/**
 * The upper bounds of the classes, in milliseconds; the last class has none. Stored rows rely on their order, so add at the end
 * only.
 */
const BOUNDS = [
  1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
];

export const DURATION_CLASSES = BOUNDS.length + 1;

export function durationClassOf(milliseconds: number): number {
  const place = BOUNDS.findIndex((bound) => milliseconds <= bound);
  return place === -1 ? BOUNDS.length : place;
}

/**
 * The duration that this share of the requests did not exceed, in milliseconds; null if there were none. Interpolates within a
 * class. Beyond the last bound, the result is that bound.
 */
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
