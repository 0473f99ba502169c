/**
 * How a password is kept and compared: by a slow hash, in the form in which Better Auth keeps it (`salt:key`, both in
 * hexadecimal). It runs on the thread pool, which files and DNS share, so few run at once; the others wait in turn, and not
 * without end.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { runtime } from "../process/runtime";
import { isPassword, MAX_PASSWORD_LENGTH, PASSWORD_RULE } from "./sign-in-messages";

/** Compared against where there is nothing to compare with, at the same cost. Matches no password that can be known. */
const DUMMY_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** Throws where the password is not one: ask `isPassword` first. Throws QueueFull where too many are at it. */
export async function hashNewPassword(password: string): Promise<string> {
  if (!isPassword(password)) throw new Error(PASSWORD_RULE);
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return `${salt}:${(await derive(password, salt)).toString("hex")}`;
}

/** Takes as long whether there is a password to compare with or not. Throws QueueFull. */
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

/** One core is left to everybody else, and half of the pool's four threads. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Each takes some 80 ms: nobody waits longer than a few seconds. */
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

/** Too much waits already, and this was not begun. */
export class QueueFull extends Error {}

/** For `catch`, of both. Any other error is thrown again. */
export function toBusy(error: unknown): "busy" {
  if (error instanceof QueueFull) return "busy";
  throw error;
}

type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Little is done at once: what comes meanwhile waits in turn. Throws QueueFull where too much waits, or what the work throws. */
export function openQueue(atOnce: number, maxWaiting: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new QueueFull("Too much is waiting.");
      // Whoever ends hands its place on: nobody who comes in between takes it.
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
