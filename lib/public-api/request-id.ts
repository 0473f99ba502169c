/** The correlation id (spec: What the service does, 5). */
import { randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";

const USABLE = /^[ -~]{1,200}$/;

/** The supplied value unchanged where it is usable (contract § 4), else a new one. */
export function requestIdOf(supplied: string | null): string {
  return supplied !== null && USABLE.test(supplied) ? supplied : uuidv7({ rng: nextRandom });
}

/** Random bytes for so many ids are asked for at once: each asking costs as much as the bytes of hundreds. */
const IDS_AT_ONCE = 256;
const RANDOM_BYTES = 16;
const pool = new Uint8Array(IDS_AT_ONCE * RANDOM_BYTES);
let used = pool.length;

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}
