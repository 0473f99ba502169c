/** The health checks of both adapters. Strangers learn only yes or no, and what an operator should do. */
import { metrics } from "./process/metrics";
import { runtime } from "./process/runtime";
import { limiters } from "./rate-limit/open";
import { checkReadiness, type Readiness } from "./store/server";
import { withDeadline } from "./time/deadline";

export type HealthResponse = { status: 200 | 404 | 503; body: Record<string, string | number> };

export function live(): HealthResponse {
  return { status: 200, body: { status: "live" } };
}

/** A process without Redis is still ready: it counts its own rate-limit windows. */
export async function ready(): Promise<HealthResponse> {
  const readiness = await sharedReadiness();
  if (!readiness.ready) return { status: 503, body: { status: "not ready", reason: readiness.reason } };
  return { status: 200, body: { status: "ready", rateLimitFallbacks: limiters().degraded() } };
}

/** The metrics page waits this long for the check. */
const MEASURED_WITHIN_MS = 500;

export function measureReadiness(): void {
  metrics()?.gauge("records_ready", "1 if the process can serve, else 0.", [], async (gauge) => {
    const readiness = await withDeadline(sharedReadiness(), MEASURED_WITHIN_MS).catch(() => null);
    gauge.set(readiness?.ready ? 1 : 0);
  });
}

/** How long the result of one database check is reused, in milliseconds. */
const FRESH_MS = 100;

type Look = { readiness: Promise<Readiness> | null; endedAt: number | null };

const lastLook = runtime.part("last look at readiness", (): Look => ({ readiness: null, endedAt: null }));

/** Shared, because anyone can call this: one check per request would take the pool's connections from callers. */
function sharedReadiness(): Promise<Readiness> {
  const last = lastLook();
  const isOver = last.endedAt !== null && performance.now() - last.endedAt > FRESH_MS;
  if (last.readiness === null || isOver) {
    last.endedAt = null;
    last.readiness = checkReadiness().finally(() => {
      last.endedAt = performance.now();
    });
  }
  return last.readiness;
}
