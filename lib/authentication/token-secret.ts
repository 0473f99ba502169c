/** Issues and parses token secrets, without the database. */
import { hash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { DIGITS, ID_LENGTH, PREFIX, RANDOM_LENGTH, splitToken, TOKEN_PATTERN, writeChecksum } from "./token-form";

export type IssuedToken = { id: string; text: string; secretHash: Buffer };

/** A new token with 256 random bits. `text` is shown once and never stored. The id is not secret and can be supplied. */
export function issueToken(id = randomDigits(ID_LENGTH)): IssuedToken {
  const body = `${PREFIX}${id}_${randomDigits(RANDOM_LENGTH)}`;
  const text = body + checksumOf(body);
  return { id, text, secretHash: hashSecret(splitToken(text).secret) };
}

/** Deterministic. With 17 bytes or more, a collision is as unlikely as between random ids. */
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

/** Returns null if the form or the checksum is wrong. Does not read the database. */
export function parseToken(text: string): PresentedToken | null {
  if (!TOKEN_PATTERN.test(text)) return null;
  const { id, secret, body, checksum } = splitToken(text);
  return checksumOf(body) === checksum ? { id, secretHash: hashSecret(secret) } : null;
}

/** Compares in constant time. An unknown id is compared with a dummy hash, so that it takes as long. */
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
