/**
 * A decorator of the handler: where a write found that the caller's permissions have changed since it was admitted, the
 * request is authorized anew and handled again, so that the caller gets today's response (contract § 2).
 */
import { AccessChanged } from "../access/require";

/**
 * How often permissions can change under one request before it is our fault that it finds no response. The deadline ends most
 * before: writers that wait for one change of configuration after another meet each of them.
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
