/** Fetches random bytes by the thousand, because a call costs as much as the bytes do. */
import { randomFillSync } from "node:crypto";

const POOL_BYTES = 4 * 1024;
let pool = Buffer.alloc(0);

/** Fresh bytes from a cryptographic generator, never returned twice. `count` is at most 4,096. */
export function randomBytes(count: number): Buffer {
  if (pool.length < count) pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES));
  const bytes = pool.subarray(0, count);
  pool = pool.subarray(count);
  return bytes;
}
