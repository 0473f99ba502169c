/** A circuit breaker: after one failure, no request waits for the store until a background probe finds it working. */
import { withDeadline } from "../time/deadline";
import type { Limiter } from "./limiter";

/** The longest wait for a response from the store. Callers are promised 250 ms in total (contract § 3). */
export const RESPONSE_TIMEOUT_MS = 200;
/** While the breaker is open, the store is probed at most this often. */
export const PROBE_INTERVAL_MS = 2_000;

export type Breaker = ReturnType<typeof openBreaker>;

/** Called once per change, not once per request. */
export type BreakerReport = {
  opened(error: unknown): void;
  closed(outage: { seconds: number; missed: number }): void;
};

type Outage = { since: number; missedBefore: number; nextProbe: number; probing: boolean };

/** `probe` must do what requests do: a store that answers pings but accepts no writes is not working. */
export function openBreaker(probe: () => Promise<unknown>, report: BreakerReport, timeoutMs = RESPONSE_TIMEOUT_MS) {
  let missed = 0;
  let outage: Outage | null = null;

  function open(error: unknown): void {
    if (outage !== null) return;
    const now = performance.now();
    outage = { since: now, missedBefore: missed, nextProbe: now + PROBE_INTERVAL_MS, probing: false };
    report.opened(error);
  }

  async function probeWhenDue(current: Outage): Promise<void> {
    if (current.probing || performance.now() < current.nextProbe) return;
    current.probing = true;
    try {
      await withDeadline(probe(), timeoutMs);
    } catch {
      current.nextProbe = performance.now() + PROBE_INTERVAL_MS;
      current.probing = false;
      return;
    }
    outage = null;
    const seconds = Math.round((performance.now() - current.since) / 1000);
    report.closed({ seconds, missed: missed - current.missedBefore });
  }

  return {
    /** The result of `call`; null if it failed, or if the breaker is open and `call` was not run. Never throws. */
    async attempt<T>(call: () => Promise<T>): Promise<T | null> {
      if (outage === null) {
        try {
          return await withDeadline(call(), timeoutMs);
        } catch (error) {
          open(error);
        }
      } else {
        void probeWhenDue(outage);
      }
      missed += 1;
      return null;
    },
    missed: () => missed,
  };
}

export function fallback(shared: Limiter, local: Limiter, breaker: Breaker): Limiter {
  return {
    async take(key, amount, atMost) {
      const window = await breaker.attempt(() => shared.take(key, amount, atMost));
      if (window === null) return local.take(key, amount, atMost);
      // Counted in memory too, so that an outage does not start with a fresh window.
      if (window.allowed) await local.take(key, amount, atMost);
      return window;
    },
    async giveBack(key, takenAt) {
      await breaker.attempt(() => shared.giveBack(key, takenAt));
      await local.giveBack(key, takenAt);
    },
  };
}
