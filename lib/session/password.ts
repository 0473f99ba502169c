/** Hashes passwords with scrypt, like Better Auth (`salt:key`, in hex). Limited, because files and DNS share the thread pool. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { runtime } from "../process/runtime";
import { Semaphore } from "../semaphore";
import { isPassword, MAX_PASSWORD_LENGTH, PASSWORD_RULE } from "./sign-in-messages";

const scryptAsync = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** Compared if there is no password, at the same cost. No known password matches it. */
const DUMMY_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** Throws if it is not a valid password: call `isPassword` first. Throws QueueFull. */
export async function hashNewPassword(password: string): Promise<string> {
  if (!isPassword(password)) throw new Error(PASSWORD_RULE);
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return `${salt}:${(await derive(password, salt)).toString("hex")}`;
}

/** Takes equally long with and without a stored password. Throws QueueFull. */
export async function passwordMatches(typed: string, stored: string | null): Promise<boolean> {
  const [salt = "", key = ""] = (stored ?? DUMMY_HASH).split(":");
  const expected = Buffer.from(key, "hex");
  const actual = await derive(typed.slice(0, MAX_PASSWORD_LENGTH + 1), salt);
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
}

const SALT_BYTES = 16;
const KEY_BYTES = 64;
const COST = { N: 16_384, r: 16, p: 1 };
/** Twice the memory that it takes: 32 MiB. */
const MAX_MEMORY_BYTES = 2 * 128 * COST.N * COST.r;

/** Leaves one core, and half of the pool's four threads, to other work. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Each takes about 80 ms, so no request waits longer than a few seconds. */
const MAX_WAITING = 32;

const hashing = runtime.part("password hashing", () => new Semaphore([AT_ONCE], MAX_WAITING));

async function derive(password: string, salt: string): Promise<Buffer> {
  const options = { ...COST, maxmem: MAX_MEMORY_BYTES };
  const release = await hashing().acquire([], { refusal: () => new QueueFull("Too much is waiting.") });
  try {
    return await scryptAsync(password.normalize("NFKC"), salt, KEY_BYTES, options);
  } finally {
    release();
  }
}

/** Thrown if too many are waiting already. */
export class QueueFull extends Error {}

/** For `catch`. Rethrows any other error. */
export function toBusy(error: unknown): "busy" {
  if (error instanceof QueueFull) return "busy";
  throw error;
}
