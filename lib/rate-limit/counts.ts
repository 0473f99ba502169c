/**
 * A sliding window: time is divided into spans of the window's length, aligned to the clock. The used amount is the current span's
 * count, plus the share of the previous one's that the window still overlaps.
 */
import type { Window } from "./limiter";

/** `name` separates the keys of one rule from those of another. */
export type Rule = { name: string; limit: number; windowSeconds: number };

/** `atMost` is undefined if the key has no limit of its own. */
export function lowered(rule: Rule, atMost: number | undefined): Rule {
  return atMost === undefined || atMost >= rule.limit ? rule : { ...rule, limit: Math.max(atMost, 1) };
}

export type Counts = { current: number; previous: number };

/** Locates a moment: the number of its span, and how many milliseconds of the previous span a window that ends now overlaps. */
export function spanAt({ windowSeconds }: Rule, now: number): { span: number; overlapMs: number; windowMs: number } {
  const windowMs = windowSeconds * 1000;
  return { span: Math.floor(now / windowMs), overlapMs: windowMs - (now % windowMs), windowMs };
}

/** Between 0 and the limit: a request that is given back one span later can leave a count below zero. */
export function remainingOf(rule: Rule, { current, previous }: Counts, now: number): number {
  const { overlapMs, windowMs } = spanAt(rule, now);
  const used = current + Math.floor((previous * overlapMs) / windowMs);
  return Math.min(Math.max(rule.limit - used, 0), rule.limit);
}

/** In ms: when the window has room for `amount` if no other request comes. If it has room already, the end of the span. */
export function resetOf(rule: Rule, counts: Counts, now: number, amount = 1): number {
  const { span, windowMs } = spanAt(rule, now);
  const spanEnd = (span + 1) * windowMs;
  if (remainingOf(rule, counts, now) >= amount) return spanEnd;
  const free = rule.limit - counts.current - (amount - 1);
  if (free > 0) return spanEnd - windowMs + roomAfter(free, counts.previous, windowMs);
  return spanEnd + roomAfter(Math.max(rule.limit - (amount - 1), 1), counts.current, windowMs);
}

/** The smallest e with previous × (window − e) < free × window: from e ms into a span on, less than `free` is left. */
function roomAfter(free: number, previous: number, windowMs: number): number {
  return windowMs - Math.ceil((free * windowMs) / previous) + 1;
}

/** `resetMs` is from `resetOf`. Clocks can step and responses come late, so the result stays within one window from now. */
export function toWindow(rule: Rule, allowed: boolean, remaining: number, resetMs: number): Window {
  const { limit, windowSeconds } = rule;
  const now = Date.now();
  const within = (seconds: number) => Math.min(Math.max(seconds, 1), windowSeconds);
  const second = Math.floor(now / 1000);
  return {
    allowed,
    limit,
    remaining,
    // Room that begins one millisecond into a second counts as room in that second.
    reset: second + within(Math.ceil((resetMs - 1) / 1000) - second),
    retryAfter: within(Math.ceil((resetMs - now) / 1000)),
  };
}
