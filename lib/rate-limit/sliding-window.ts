/** Windows in a shared store, through `@upstash/ratelimit`. Throws if the store fails; the fallback (`breaker.ts`) never does. */
import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { type Counts, lowered, type Rule, remainingOf, resetOf, spanAt, toWindow } from "./counts";
import type { Limiter } from "./limiter";

type Settings = ConstructorParameters<typeof Ratelimit>[0];
export type Store = Settings["redis"];

/** A store that all processes share. `close` closes the connection immediately. */
export type Connection = { store: Store; close(): Promise<void> };

export function slidingWindow(rule: Rule, store: Store): Limiter {
  const front = frontOf(rule, store);
  return {
    async take(key, amount = 1, atMost) {
      // The library takes one limit for all keys. Lower limits count under the same keys.
      const applied = lowered(rule, atMost);
      const counting = applied === rule ? front : frontOf(applied, store);
      const { success, remaining, reset } = await counting.limit(hashTag(key), { rate: amount });
      return toWindow(applied, success, remaining, reset);
    },
    async giveBack(key, takenAt = Date.now()) {
      if (spanAt(rule, takenAt).span !== spanAt(rule, Date.now()).span) return;
      await front.limit(hashTag(key), { rate: -1 });
    },
  };
}

function frontOf(rule: Rule, store: Store): Ratelimit {
  return new Ratelimit({
    redis: store,
    limiter: countedWindow(rule),
    prefix: `rate-limit:${rule.name}`,
    // It would refuse until the end of the clock minute, although a sliding window has room long before.
    ephemeralCache: false,
    // On a slow store, the library's own timeout would let every request pass.
    timeout: 0,
    analytics: false,
    enableProtection: false,
  });
}

/** In a Redis cluster, the text in braces decides the slot: both counts of a key must be in the same slot. */
function hashTag(key: string): string {
  return `{${key}}`;
}

type Algorithm = Settings["limiter"];
type Context = Parameters<ReturnType<Algorithm>["limit"]>[0];

/** Like the library's own sliding window, with the same keys and counts, but it also returns the counts. */
function countedWindow(rule: Rule): Algorithm {
  const limit = async ({ redis }: Context, key: string, amount = 1) => {
    const now = Date.now();
    const { span, overlapMs, windowMs } = spanAt(rule, now);
    const keys = [`${key}:${span}`, `${key}:${span - 1}`];
    const answer = await run(redis, keys, [rule.limit, windowMs, overlapMs, amount]);
    const { counted, ...counts } = parseAnswer(answer);
    const remaining = remainingOf(rule, counts, now);
    const success = counted || (amount === 0 && remaining > 0);
    const reset = resetOf(rule, counts, now, success ? 1 : Math.max(amount, 1));
    return { success, limit: rule.limit, remaining, reset, pending: Promise.resolve() };
  };
  return () => ({
    limit,
    getRemaining: (context, key) => limit(context, key, 0),
    resetTokens: () => Promise.reject(new Error("Windows are not reset by hand.")),
  });
}

/**
 * Counts unless the window is full. An amount of 0 only reads; an amount that is given back is always counted. The first line
 * lets Upstash's servers run the script for several keys in parallel. Counts are kept for one second longer than they matter.
 */
export const SCRIPT = `#!lua flags=allow-key-locking
  local limit, window, overlap, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local current = tonumber(redis.call("GET", KEYS[1]) or 0)
  local previous = tonumber(redis.call("GET", KEYS[2]) or 0)
  if amount == 0 or (amount > 0 and current + math.floor(previous * overlap / window) + amount > limit) then
    return {0, current, previous}
  end
  current = redis.call("INCRBY", KEYS[1], amount)
  if current == amount then
    redis.call("PEXPIRE", KEYS[1], window * 2 + 1000)
  end
  return {1, current, previous}
`;
const SCRIPT_HASH = createHash("sha1").update(SCRIPT).digest("hex");

async function run(redis: Context["redis"], keys: string[], values: number[]): Promise<unknown> {
  try {
    return await redis.evalsha(SCRIPT_HASH, keys, values);
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return await redis.eval(SCRIPT, keys, values);
  }
}

function parseAnswer(answer: unknown): Counts & { counted: boolean } {
  const [counted, current, previous] = Array.isArray(answer) ? answer : [];
  const isCredible = (counted === 0 || counted === 1) && Number.isInteger(current) && Number.isInteger(previous);
  if (!isCredible) throw new Error("the store of the rate limits gave an answer that makes no sense");
  return { counted: counted === 1, current, previous };
}
