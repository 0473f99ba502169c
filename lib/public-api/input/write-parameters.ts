/** What a request says of how it is to be written: rehearsed only, and once however often it is sent (docs/contract.md). */
import { ApiError } from "../../errors";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../limits";
import type { Ending } from "../../postgres/transaction";
import { invalidBody } from "./body";
import { type QueryString, singleValue } from "./query-string";

/** Throws INVALID_FILTERS for anything but true or false: a caller who means to try must not write. */
export function parseDryRun(query: QueryString): Ending {
  const text = singleValue(query, "dryRun", "INVALID_FILTERS");
  if (text === null || text === "false") return "commit";
  if (text === "true") return "rehearse";
  throw new ApiError("INVALID_FILTERS", "dryRun is true or false.");
}

/** null where the header is absent. Throws INVALID_BODY where it is malformed: ignored, it would protect nothing. */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (header.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(header)) return header;
  throw invalidBody(
    `Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters, without spaces: a UUID will do.`,
  );
}
