/**
 * What somebody put into the search field of the list. A whole token is cut down to its id where it was pasted, in the
 * browser: the id is no secret, and the secret goes no further than the field. Pure.
 */
import { splitToken, TOKEN_PATTERN, tokenHint, writeChecksum } from "./format";

/**
 * "damaged": a token that misses a part or has a wrong letter. It may hold most of a secret, so it is to be sent, kept and
 * put into an address as little as a whole one is.
 */
export type Pasted = { kind: "token"; id: string; hint: string } | { kind: "damaged" } | { kind: "text"; text: string };

/** Finds the token in a line of a file, a header or a command, too. */
export function readPasted(input: string): Pasted {
  for (const word of input.match(/[0-9A-Za-z_]+/g) ?? []) {
    // A name may lead up to it, as in TOKEN_service_v1_….
    const text = word.slice(Math.max(0, word.indexOf("service_v1_")));
    if (!TOKEN_PATTERN.test(text)) continue;
    const { id, body, checksum } = splitToken(text);
    if (writeChecksum(crc32(body)) === checksum) return { kind: "token", id, hint: tokenHint(id) };
  }
  return HOLDS_SECRET.test(input) ? { kind: "damaged" } : { kind: "text", text: input.trim() };
}

/** An id, whole or not, and something behind it. A hint is not one. */
const HOLDS_SECRET = /service_v\d_[0-9A-Za-z]+_[0-9A-Za-z]|[0-9A-Za-z]{40,}/i;

/** Such a text is not to be kept in an address. It is longer than an id, which is no secret. */
export function mayHoldSecret(text: string): boolean {
  return /[0-9A-Za-z]{23}/.test(text);
}

/** As node:zlib has it, for letters and digits. */
function crc32(text: string): number {
  let crc = ~0;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
