/**
 * Decorators of the handler. If a write finds that the caller's permissions have changed since the request was admitted, it
 * authorizes and handles the request again, so that the response follows the current permissions (contract § 2).
 */
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { ApiError, type ErrorCode } from "../errors";
import { requireSameForm } from "../records/read";
import type { EndpointResult } from "./endpoints/endpoint";

/** Permissions can change this often during one request before it gives up. The deadline usually ends it earlier. */
const MAX_ADMISSIONS = 20;

/** `renew` verifies and authorizes the request again, and throws the same errors. */
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

/** Refusals by what was found. Nothing was written. */
const ABOUT_RECORDS: ReadonlySet<ErrorCode> = new Set(["RECORD_NOT_FOUND", "PERMISSION_DENIED", "PRECONDITION_FAILED"]);

/**
 * What was read has the form of the configuration that its caller was verified with; so has what a refusal found. Throws
 * AccessChanged.
 */
export function inOneForm<Authorized extends { endpoint: { safe: boolean }; identified: { caller: Caller } }>(
  handle: (authorized: Authorized) => Promise<EndpointResult>,
) {
  return async (authorized: Authorized): Promise<EndpointResult> => {
    const { endpoint, identified } = authorized;
    let result: EndpointResult | undefined;
    try {
      result = await handle(authorized);
      // A write tests it in its own statement, and a stream for each of its pages.
      if (endpoint.safe && !result.isEventStream) await requireSameForm(identified.caller);
      return result;
    } catch (error) {
      result?.sent?.();
      if (error instanceof ApiError && ABOUT_RECORDS.has(error.code)) await requireSameForm(identified.caller);
      throw error;
    }
  };
}
