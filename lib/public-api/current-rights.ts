/**
 * A decorator of the handler: where a write found that the caller's permissions have changed since it was admitted, the
 * request is authorized anew and handled again, so that the caller gets today's response (contract § 2).
 */
import { AccessChanged } from "../access/changed";
import type { Identified, Presented } from "./admission";
import { type Authorized, authorize } from "./authorize";
import type { EndpointResult } from "./endpoints/endpoint";

/** How often permissions can change under one request before it is our fault that it finds no response. */
const MAX_ADMISSIONS = 4;

type Handle = (authorized: Authorized) => Promise<EndpointResult>;

export function withCurrentRights(handle: Handle, verify: (presented: Presented) => Promise<Identified>): Handle {
  return async (authorized) => {
    let current = authorized;
    for (let admission = 1; ; admission += 1) {
      try {
        return await handle(current);
      } catch (error) {
        if (!(error instanceof AccessChanged) || admission === MAX_ADMISSIONS) throw error;
        const identified = await verify(current);
        current.trace.caller = identified.caller;
        current = authorize(identified);
      }
    }
  };
}
