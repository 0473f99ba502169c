/**
 * Windows in a shared store: `@upstash/ratelimit` with the settings under which it holds the contract, its answers checked
 * and turned into seconds. Throws when the store fails or answers nonsense; the `fallback.ts` around it never does.
 */
import { Ratelimit } from "@upstash/ratelimit";
import type { Limiter, Window } from "./limiter";

type Settings = ConstructorParameters<typeof Ratelimit>[0];
export type Store = Settings["redis"];

/** A store that all processes share. `close` lets go of it at once. */
export type Connection = { store: Store; close(): Promise<void> };

/** `name` keeps the keys of one rule apart from those of another. */
export type Rule = { name: string; limit: number; windowSeconds: number };

export function slidingWindow(rule: Rule, store: Store): Limiter {
  const front = new Ratelimit({
    redis: store,
    limiter: Ratelimit.slidingWindow(rule.limit, `${rule.windowSeconds} s`),
    prefix: `rate-limit:${rule.name}`,
    // It would refuse until the end of the clock minute, although a sliding window has room again long before.
    ephemeralCache: false,
    // On a slow store the library's own timeout lets every call pass.
    timeout: 0,
    analytics: false,
    enableProtection: false,
  });
  return {
    async take(key) {
      const answer = await front.limit(hashTag(key));
      return toWindow(rule, answer.success, answer);
    },
    async peek(key) {
      const answer = await front.getRemaining(hashTag(key));
      return toWindow(rule, answer.remaining > 0, answer);
    },
    async giveBack(key) {
      await front.limit(hashTag(key), { rate: -1 });
    },
  };
}

/** In a Redis cluster, what stands in braces decides the slot: both counts of a key must share one. */
function hashTag(key: string): string {
  return `{${key}}`;
}

/** `reset` comes in milliseconds. Clocks step, and an answer may come after its own window: the result stays within one window from now. */
export function toWindow(
  rule: Rule,
  allowed: boolean,
  answer: { limit: number; remaining: number; reset: number },
): Window {
  const { limit, remaining } = answer;
  const credible = limit === rule.limit && Number.isInteger(remaining) && remaining >= 0 && remaining <= limit;
  if (!credible) throw new Error("the store of the rate limits gave an answer that makes no sense");
  const now = Math.floor(Date.now() / 1000);
  const retryAfter = Math.min(Math.max(Math.ceil(answer.reset / 1000) - now, 1), rule.windowSeconds);
  return { allowed, limit, remaining, reset: now + retryAfter, retryAfter };
}
