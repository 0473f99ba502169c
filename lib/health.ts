/** What both adapters say of their health. Tells strangers nothing but yes or no, and what an operator should do. */
import { limiters } from "./rate-limit/open";
import { checkReadiness } from "./store/server";

export type HealthResponse = { status: 200 | 404 | 503; body: Record<string, string | number> };

export function live(): HealthResponse {
  return { status: 200, body: { status: "live" } };
}

/** Missing Redis is no reason to take a process out of service: its own windows have taken over. */
export async function ready(): Promise<HealthResponse> {
  const readiness = await checkReadiness();
  if (!readiness.ready) return { status: 503, body: { status: "not ready", reason: readiness.reason } };
  return { status: 200, body: { status: "ready", rateLimitFallbacks: limiters().degraded() } };
}
