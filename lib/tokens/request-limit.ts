/** Requests per minute: the lower of the token's own limit and the service's. */
import type { TokenLimits } from "../model";
import { env } from "../process/env";

export function requestLimitOf({ requestsPerMinute }: Pick<TokenLimits, "requestsPerMinute">): number {
  const ofService = env().RATE_LIMIT_REQUESTS_PER_MINUTE;
  return Math.min(ofService, requestsPerMinute ?? ofService);
}
