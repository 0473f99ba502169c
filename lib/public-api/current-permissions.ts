/**
 * A decorator of the handler. Where a write finds that the caller's permissions have changed since the request was admitted,
 * it authorizes and handles the request again, so that the response is of today (contract § 2).
 */
import { AccessChanged } from "../access/require";

/**
 * How often permissions can change during one request before giving up. The deadline usually ends it earlier: writers that
 * wait for several changes of configuration meet each of them.
 */
const MAX_ADMISSIONS = 20;

/** `renew` verifies and authorizes, and throws as these do. */
export function withCurrentPermissions<Authorized, Result>(
  handle: (authorized: Authorized) => Promise<Result>,
  renew: (authorized: Authorized) => Promise<Authorized>,
) {
  return async (authorized: Authorized): Promise<Result> => {
    let current = authorized;
    for (let admission = 1; ; admission += 1) {
      try {
        return await handle(current);
      } catch (error) {
        if (!(error instanceof AccessChanged) || admission === MAX_ADMISSIONS) throw error;
        current = await renew(current);
      }
    }
  };
}
