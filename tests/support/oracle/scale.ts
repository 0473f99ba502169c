/** Sets the number of cases for the oracle, and their seed: a small part, the whole with `LONG=1`. */
import { SEED } from "../seed";

export { figure as scaled, IS_LONG } from "../long";

/** The seed of one property: without it, every property of a file would begin with the same cases. */
export function seedOf(property: number): number {
  return (SEED + property) | 0;
}
