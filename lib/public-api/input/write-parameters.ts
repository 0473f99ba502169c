/** How a request wants to be written: as a dry run, and only once however often it is sent (docs/contract.md). */
import { ApiError } from "../../errors";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../limits";
import { invalidBody } from "./body";
import { type QueryString, singleValue } from "./query-string";

/** Throws INVALID_FILTERS for anything but true or false: a caller who wants a dry run must not write. */
export function parseDryRun(query: QueryString): boolean {
  const text = singleValue(query, "dryRun", "INVALID_FILTERS");
  if (text === null || text === "false") return false;
  if (text === "true") return true;
  throw new ApiError("INVALID_FILTERS", "dryRun is true or false.");
}

/** Returns null if the header is absent. Throws INVALID_BODY if it is malformed: if it were ignored, it would protect nothing. */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (header.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(header)) return header;
  throw invalidBody(
    `Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters, without spaces: a UUID will do.`,
  );
}
