/**
 * The slow hash of passwords, in the form in which Better Auth keeps it: `salt:key`, both in hexadecimal. It runs on the
 * thread pool, which files and DNS share, so few run at once; the others wait in turn, and not without end.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { openQueue, type Queue } from "./queue";

const SALT_BYTES = 16;
const KEY_BYTES = 64;
const COST = { N: 16_384, r: 16, p: 1 };
/** Twice what it takes: 32 MiB. */
const MAX_MEMORY_BYTES = 2 * 128 * COST.N * COST.r;

/** One core is left to everybody else, and half of the pool's four threads. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Each takes some 80 ms: nobody waits longer than a few seconds. */
const MAX_WAITING = 32;

/** Next loads this module more than once; the threads are the same. */
const shared = globalThis as typeof globalThis & { passwordQueue?: Queue };
shared.passwordQueue ??= openQueue(AT_ONCE, MAX_WAITING);
const queue = shared.passwordQueue;

/** Throws QueueFull, as `isHashOf` does. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return `${salt}:${(await derive(password, salt)).toString("hex")}`;
}

export async function isHashOf(hash: string, password: string): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  const expected = Buffer.from(key, "hex");
  const actual = await derive(password, salt);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(password: string, salt: string): Promise<Buffer> {
  const options = { ...COST, maxmem: MAX_MEMORY_BYTES };
  return queue(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      }),
  );
}
