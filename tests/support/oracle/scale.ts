/**
 * How much is generated, and from which seed. `npm test` takes the same small part each time; `LONG=1` takes the whole, from
 * a seed of its own, which is printed. `ORACLE_SEED=…` repeats such a run.
 */
const DEFAULT_SEED = 20_261_121;

export const IS_LONG = process.env.LONG === "1";
export const SEED = seed();

/** `short` in `npm test`, `long` with `LONG=1`. */
export function scaled(short: number, long: number): number {
  return IS_LONG ? long : short;
}

/** Of one property: without it, every property of a file would begin with the same cases. */
export function seedOf(property: number): number {
  return (SEED + property) | 0;
}

function seed(): number {
  if (process.env.ORACLE_SEED !== undefined) return Number(process.env.ORACLE_SEED);
  if (!IS_LONG) return DEFAULT_SEED;
  const random = Math.floor(Math.random() * 2 ** 31);
  console.log(`Seed of this run: ORACLE_SEED=${random} LONG=1`);
  return random;
}
