/**
 * Hashes and compares passwords with scrypt, in Better Auth's format (`salt:key`, both in hexadecimal). It runs on the thread
 * pool, which files and DNS share, so only a few run at once and only a limited number wait.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { runtime } from "../process/runtime";
import { isPassword, MAX_PASSWORD_LENGTH, PASSWORD_RULE } from "./sign-in-messages";

/** Compared with where there is no password, at the same cost. No known password matches it. */
const DUMMY_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** Throws where it is not a valid password: call `isPassword` first. Throws QueueFull. */
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
/** Twice what it takes: 32 MiB. */
const MAX_MEMORY_BYTES = 2 * 128 * COST.N * COST.r;

/** Leaves one core, and half of the pool's four threads, to everybody else. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Each takes some 80 ms, so nobody waits longer than a few seconds. */
const MAX_WAITING = 32;

const queue = runtime.part("password queue", () => openQueue(AT_ONCE, MAX_WAITING));

function derive(password: string, salt: string): Promise<Buffer> {
  const options = { ...COST, maxmem: MAX_MEMORY_BYTES };
  return queue()(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      }),
  );
}

/** Thrown instead of beginning the work where too much waits already. */
export class QueueFull extends Error {}

/** For `catch`. Rethrows any other error. */
export function toBusy(error: unknown): "busy" {
  if (error instanceof QueueFull) return "busy";
  throw error;
}

type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Does `atOnce` pieces of work at a time, the others in turn. Throws QueueFull, or what the work throws. */
export function openQueue(atOnce: number, maxWaiting: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new QueueFull("Too much is waiting.");
      // What ends hands its place to the next in turn; a newcomer cannot take it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
