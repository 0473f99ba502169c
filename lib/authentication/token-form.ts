/** The token format `service_v1_<id>_<secret>` (contract § 2). The browser loads this file, so it imports no Node module. */

export const PREFIX = "service_v1_";
export const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const ID_LENGTH = 22;
export const RANDOM_LENGTH = 43;
export const CHECKSUM_LENGTH = 6;

/** The published pattern for secret scanners, and the same pattern for a text that is a token and nothing else. */
export const TOKEN_WITHIN = /service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}/;
export const TOKEN_PATTERN = new RegExp(`^${TOKEN_WITHIN.source}$`);

/** An id in any other form never reaches the database. */
export const TOKEN_ID_PATTERN = /^[0-9A-Za-z]{22}$/;

/** Identifies a token without revealing it (contract § 2). */
export function tokenHint(id: string): string {
  return `${PREFIX}${id.slice(0, 4)}…${id.slice(-4)}`;
}

/** `text` must match `TOKEN_PATTERN`. `body` is everything before the checksum. */
export function splitToken(text: string): { id: string; secret: string; body: string; checksum: string } {
  return {
    id: text.slice(PREFIX.length, PREFIX.length + ID_LENGTH),
    secret: text.slice(PREFIX.length + ID_LENGTH + 1),
    body: text.slice(0, -CHECKSUM_LENGTH),
    checksum: text.slice(-CHECKSUM_LENGTH),
  };
}

/** The CRC32 of everything before the checksum, as base62, most significant digit first. */
export function writeChecksum(crc: number): string {
  let rest = crc;
  let text = "";
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
