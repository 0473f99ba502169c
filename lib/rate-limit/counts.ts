/**
 * The arithmetic of a sliding window, one for every place where counts can be kept. Time is cut into spans of one window's
 * length, by the clock. Used is what was counted in the running span, and of the span before it the part that the window
 * still overlaps.
 */
import type { Window } from "./limiter";

/** `name` keeps the keys of one rule apart from those of another. */
export type Rule = { name: string; limit: number; windowSeconds: number };

/** `atMost`: undefined where the key has no limit of its own. */
export function lowered(rule: Rule, atMost: number | undefined): Rule {
  return atMost === undefined || atMost >= rule.limit ? rule : { ...rule, limit: Math.max(atMost, 1) };
}

export type Counts = { current: number; previous: number };

/** Where a moment lies: the number of its span, and the milliseconds that a window ending now has in the span before. */
export function spanAt({ windowSeconds }: Rule, now: number): { span: number; overlapMs: number; windowMs: number } {
  const windowMs = windowSeconds * 1000;
  return { span: Math.floor(now / windowMs), overlapMs: windowMs - (now % windowMs), windowMs };
}

/** Between 0 and the limit: a request that was given back a span later leaves a count below zero. */
export function remainingOf(rule: Rule, { current, previous }: Counts, now: number): number {
  const { overlapMs, windowMs } = spanAt(rule, now);
  const used = current + Math.floor((previous * overlapMs) / windowMs);
  return Math.min(Math.max(rule.limit - used, 0), rule.limit);
}

/**
 * In milliseconds. Of a window that has no room for `amount`, the moment at which it has if nobody else asks; of one that has,
 * the end of the span: until then there is room for as many requests as remain.
 */
export function resetOf(rule: Rule, counts: Counts, now: number, amount = 1): number {
  const { span, windowMs } = spanAt(rule, now);
  const spanEnd = (span + 1) * windowMs;
  if (remainingOf(rule, counts, now) >= amount) return spanEnd;
  const free = rule.limit - counts.current - (amount - 1);
  if (free > 0) return spanEnd - windowMs + roomAfter(free, counts.previous, windowMs);
  return spanEnd + roomAfter(Math.max(rule.limit - (amount - 1), 1), counts.current, windowMs);
}

/** How far into a span less than `free` is left of the `previous` count: the smallest e with previous × (window − e) < free × window. */
function roomAfter(free: number, previous: number, windowMs: number): number {
  return windowMs - Math.ceil((free * windowMs) / previous) + 1;
}

/** `resetMs`: as `resetOf` gives it. Clocks step, and an answer may come late: the result stays within one window from now. */
export function toWindow(rule: Rule, allowed: boolean, remaining: number, resetMs: number): Window {
  const { limit, windowSeconds } = rule;
  const now = Date.now();
  const within = (seconds: number) => Math.min(Math.max(seconds, 1), windowSeconds);
  const second = Math.floor(now / 1000);
  return {
    allowed,
    limit,
    remaining,
    // Room that begins one millisecond into a second is room of that second.
    reset: second + within(Math.ceil((resetMs - 1) / 1000) - second),
    retryAfter: within(Math.ceil((resetMs - now) / 1000)),
  };
}
