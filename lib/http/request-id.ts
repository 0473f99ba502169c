/** The correlation id (spec: What the service does, 5). */
import { newId } from "../crypto/random-bytes";

/** The form of request ids, both of callers and our own (contract § 4). */
export const REQUEST_ID = /^[ -~]{1,200}$/;

/** The caller's own id if it is usable (contract § 4), otherwise a new one. */
export function requestIdOf(supplied: string | null): string {
  return supplied !== null && REQUEST_ID.test(supplied) ? supplied : newId();
}
