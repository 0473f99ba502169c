/**
 * The seed of generated tests: the same each time, so that a red run is red again, and with `LONG=1` a new one,
 * which is printed. `TEST_SEED=…` repeats such a run.
 */
import { IS_LONG } from "./long";

const USUAL_SEED = 20_261_121;

export const SEED = seed();

function seed(): number {
  if (process.env.TEST_SEED !== undefined) return Number(process.env.TEST_SEED);
  if (!IS_LONG) return USUAL_SEED;
  const random = Math.floor(Math.random() * 2 ** 31);
  console.log(`Seed of this file: TEST_SEED=${random} LONG=1`);
  return random;
}
