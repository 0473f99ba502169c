/** What both adapters say of their health. Tells strangers nothing but yes or no, and what an operator should do. */
import { runtime } from "./process/runtime";
import { limiters } from "./rate-limit/open";
import { checkReadiness, type Readiness } from "./store/server";

export type HealthResponse = { status: 200 | 404 | 503; body: Record<string, string | number> };

export function live(): HealthResponse {
  return { status: 200, body: { status: "live" } };
}

/** Missing Redis is no reason to take a process out of service: its own windows have taken over. */
export async function ready(): Promise<HealthResponse> {
  const readiness = await sharedReadiness();
  if (!readiness.ready) return { status: 503, body: { status: "not ready", reason: readiness.reason } };
  return { status: 200, body: { status: "ready", rateLimitFallbacks: limiters().degraded() } };
}

/** For so long one look at the database answers for all who ask. */
const FRESH_MS = 100;

type Look = { readiness: Promise<Readiness> | null; endedAt: number | null };

const lastLook = runtime.part("last look at readiness", (): Look => ({ readiness: null, endedAt: null }));

/** Anybody can ask: a look of each one's own would take the connections of the pool from callers. */
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
