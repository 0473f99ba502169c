/** Clients that do nothing but obey: they ask as fast as they are answered, and once refused wait as long as they are told. */
import { vi } from "vitest";
import type { Limiter } from "@/lib/rate-limit/limiter";

export type Obedience = {
  /** Where the clock begins, in milliseconds. It is set, never waited for. */
  startMs: number;
  durationMs: number;
  /** What an answer takes. */
  answerMs: number;
};

/** How many calls pass. Each client calls a limiter of its own, which may be one for all of them. */
export async function passedBy(limiters: Limiter[], key: string, obedience: Obedience): Promise<number> {
  const { startMs, durationMs, answerMs } = obedience;
  const clients = limiters.map((limiter) => ({ limiter, wakes: startMs }));
  let passed = 0;
  for (;;) {
    const next = clients.reduce((first, client) => (client.wakes < first.wakes ? client : first));
    if (next.wakes >= startMs + durationMs) return passed;
    vi.setSystemTime(next.wakes);
    const { allowed, retryAfter } = await next.limiter.take(key);
    if (allowed) passed += 1;
    next.wakes += allowed ? answerMs : answerMs + retryAfter * 1000;
  }
}
