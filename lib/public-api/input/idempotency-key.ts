/** The header `Idempotency-Key`: a write is done only once, however often it is sent (docs/contract.md). */
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from "../../limits";
import type { RequestHeader } from "../endpoints/endpoint";
import { invalidBody } from "./body";

const VISIBLE_ASCII = /^[!-~]+$/;

export const IDEMPOTENCY_KEY: RequestHeader = {
  description: `A repeated request with the same key and body writes nothing twice: it gets the first response again, for ${IDEMPOTENCY_HOURS} hours, with \`idempotent-replayed: true\`. A refusal is not kept.`,
  required: false,
  schema: { type: "string", minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: VISIBLE_ASCII.source },
};

/** Returns null if the header is absent. Throws INVALID_BODY if it is malformed: if it were ignored, it would protect nothing. */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (header.length <= MAX_IDEMPOTENCY_KEY_LENGTH && VISIBLE_ASCII.test(header)) return header;
  throw invalidBody(
    `Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters, without spaces: a UUID will do.`,
  );
}
