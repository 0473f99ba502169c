/** Random bytes and ids. Fetches bytes by the thousand, because a call costs as much as the bytes do. */
import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const POOL_BYTES = 4 * 1024;
let pool = Buffer.alloc(0);

/** Fresh bytes from a cryptographic generator, never returned twice. `count` is at most 4,096. */
export function randomBytes(count: number): Buffer {
  if (pool.length < count) pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES));
  const bytes = pool.subarray(0, count);
  pool = pool.subarray(count);
  return bytes;
}

let last = { msecs: 0, seq: 0 };

/** A UUIDv7 (RFC 9562). Ids sort by time, and those of one process within a millisecond in the order they were made. */
export function newId(): string {
  const random = randomBytes(16);
  const msecs = Date.now();
  last = msecs > last.msecs ? { msecs, seq: random.readUInt32BE() >>> 1 } : { msecs: last.msecs, seq: last.seq + 1 };
  return v7({ random, msecs: last.msecs, seq: last.seq });
}
