/**
 * The token string: `service_v1_<id>_<secret>` (spec: Authentication, 2; contract § 2). Makes one, and takes one apart
 * without asking the database. Nothing here knows owners, scopes or storage.
 */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "service_v1_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 22;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** The published pattern, for secret scanners. */
export const TOKEN_PATTERN = /^service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/;

export type IssuedToken = { id: string; text: string; secretHash: Buffer };

/** A new token of 256 random bits. `text` is to be shown once and kept nowhere. */
export function issueToken(): IssuedToken {
  const id = randomDigits(ID_LENGTH);
  const body = `${PREFIX}${id}_${randomDigits(RANDOM_LENGTH)}`;
  const text = body + checksum(body);
  return { id, text, secretHash: hashSecret(text.slice(-(RANDOM_LENGTH + CHECKSUM_LENGTH))) };
}

export type PresentedToken = { id: string; secretHash: Buffer };

/** The parts of a presented token, or null when its format or checksum is wrong. Costs no database. */
export function parseToken(text: string): PresentedToken | null {
  if (!TOKEN_PATTERN.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  const id = text.slice(PREFIX.length, PREFIX.length + ID_LENGTH);
  return { id, secretHash: hashSecret(text.slice(PREFIX.length + ID_LENGTH + 1)) };
}

/** Compares against the stored hash, or against a dummy of the same cost where the id is unknown: false either way then. */
export function secretMatches(presented: Buffer, stored: Uint8Array | null): boolean {
  const equal = timingSafeEqual(presented, stored ?? DUMMY_HASH);
  return equal && stored !== null;
}

/** Identifies a token without revealing it (contract § 2). */
export function tokenHint(id: string): string {
  return `${PREFIX}${id.slice(0, 4)}…${id.slice(-4)}`;
}

const DUMMY_HASH = Buffer.alloc(32);

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join("");
}

/** CRC32 over everything before it, as base62, most significant digit first. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
