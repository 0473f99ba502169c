/** Both header families that tell a caller where it stands (spec: Limits; contract § 3). */
import { WINDOW_SECONDS, type Window } from "../rate-limit/limiter";

/** Which of the two windows applied: the token's once it is verified, the address's before. */
export type AppliedWindow = { name: "token" | "address"; window: Window };

export function rateLimitHeaders({ name, window }: AppliedWindow): Record<string, string> {
  return {
    "x-ratelimit-limit": String(window.limit),
    "x-ratelimit-remaining": String(window.remaining),
    "x-ratelimit-reset": String(window.reset),
    "ratelimit-policy": `"${name}";q=${window.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${name}";r=${window.remaining};t=${window.retryAfter}`,
  };
}
