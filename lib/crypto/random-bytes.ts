/** Random bytes for what every request needs some of. Asked for by the thousand: each asking costs as much as they do. */
import { randomFillSync } from "node:crypto";

const POOL_BYTES = 4 * 1024;
let pool = Buffer.alloc(0);

/** Fresh bytes of a cryptographic generator, which nobody else is given. `count`: at most 4,096. */
export function randomBytes(count: number): Buffer {
  if (pool.length < count) pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES));
  const bytes = pool.subarray(0, count);
  pool = pool.subarray(count);
  return bytes;
}
