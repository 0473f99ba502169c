/** Both header families that tell a caller where it stands (spec: Limits; contract § 3). */
import { WINDOW_SECONDS, type Window } from "../rate-limit/limiter";

/** Which of the two windows applied: the token's once it is verified, the address's before. */
export type AppliedWindow = { name: "token" | "address"; window: Window };

/** An answer may take longer than its window had left: `reset` is then now, never in the past. */
export function rateLimitHeaders({ name, window }: AppliedWindow): Record<string, string> {
  const reset = Math.max(window.reset, Math.ceil(Date.now() / 1000));
  return {
    "x-ratelimit-limit": String(window.limit),
    "x-ratelimit-remaining": String(window.remaining),
    "x-ratelimit-reset": String(reset),
    "ratelimit-policy": `"${name}";q=${window.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${name}";r=${window.remaining};t=${window.retryAfter}`,
  };
}
