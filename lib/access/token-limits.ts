/** A token's limits as input and as stored. Also used in the browser. */
import { type JsonValue, NO_LIMITS, type TokenLimits } from "../model";

/** Absent properties set no limit. */
export function limitsOf(given: Partial<TokenLimits>): TokenLimits {
  return {
    deniedFields: given.deniedFields ?? NO_LIMITS.deniedFields,
    rows: given.rows ?? NO_LIMITS.rows,
    allowedAddresses: given.allowedAddresses ?? NO_LIMITS.allowedAddresses,
    requestsPerMinute: given.requestsPerMinute ?? NO_LIMITS.requestsPerMinute,
  };
}

/** Reads JSON of any version, from the database or the audit log. Absent properties set no limit. */
export function readLimits(stored: JsonValue | undefined): TokenLimits {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return NO_LIMITS;
  return limitsOf(stored as Partial<TokenLimits>);
}

export function isLimited({ deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits): boolean {
  return deniedFields.length + rows.length + allowedAddresses.length > 0 || requestsPerMinute !== null;
}
