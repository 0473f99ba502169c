/**
 * The secret of a token: creates one, and takes a presented token apart without the database. Knows nothing of owners, scopes
 * or storage.
 */
import { hash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { DIGITS, ID_LENGTH, PREFIX, RANDOM_LENGTH, splitToken, TOKEN_PATTERN, writeChecksum } from "./token-form";

type IssuedToken = { id: string; text: string; secretHash: Buffer };

/** A new token of 256 random bits. `text` is shown once and stored nowhere. The id is no secret, and can be given. */
export function issueToken(id = randomDigits(ID_LENGTH)): IssuedToken {
  const body = `${PREFIX}${id}_${randomDigits(RANDOM_LENGTH)}`;
  const text = body + checksumOf(body);
  return { id, text, secretHash: hashSecret(splitToken(text).secret) };
}

/** The same bytes always give the same id. 17 bytes or more are as unlikely to collide as a random id. */
export function tokenIdFrom(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let id = "";
  while (id.length < ID_LENGTH) {
    id += DIGITS[Number(rest % BigInt(DIGITS.length))];
    rest /= BigInt(DIGITS.length);
  }
  return id;
}

export type PresentedToken = { id: string; secretHash: Buffer };

/** The parts of a presented token; null where its form or checksum is wrong. Does not ask the database. */
export function parseToken(text: string): PresentedToken | null {
  if (!TOKEN_PATTERN.test(text)) return null;
  const { id, secret, body, checksum } = splitToken(text);
  return checksumOf(body) === checksum ? { id, secretHash: hashSecret(secret) } : null;
}

/** Compares against the stored hash. For an unknown id it compares against a dummy, so that it takes as long, and is false. */
export function secretMatches(presented: Buffer, stored: Uint8Array | null): boolean {
  const equal = timingSafeEqual(presented, stored ?? DUMMY_HASH);
  return equal && stored !== null;
}

const DUMMY_HASH = Buffer.alloc(32);

function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join("");
}

function checksumOf(body: string): string {
  return writeChecksum(crc32(body));
}
