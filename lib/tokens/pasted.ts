/**
 * What somebody put into the search field of the list. A whole token is cut down to its id where it was pasted, in the
 * browser: the id is no secret, and the secret goes no further than the field. Pure.
 */
import { ID_LENGTH, PREFIX, splitToken, TOKEN_PATTERN, tokenHint, writeChecksum } from "../authentication/token-form";

/**
 * "damaged": a token that misses a part or has a wrong letter. It may hold most of a secret, so it is to be sent, kept and
 * put into an address as little as a whole one is.
 */
export type Pasted = { kind: "token"; id: string; hint: string } | { kind: "damaged" } | { kind: "text"; text: string };

/** Finds the token in a line of a file, a header or a command, too. */
export function readPasted(input: string): Pasted {
  for (const word of input.match(/[0-9A-Za-z_]+/g) ?? []) {
    // A name may lead up to it, as in TOKEN_service_v1_….
    const text = word.slice(Math.max(0, word.indexOf(PREFIX)));
    if (!TOKEN_PATTERN.test(text)) continue;
    const { id, body, checksum } = splitToken(text);
    if (writeChecksum(crc32(body)) === checksum) return { kind: "token", id, hint: tokenHint(id) };
  }
  const isDamaged = BEGUN_SECRET.test(input) || LONG_RUN.test(input);
  return isDamaged ? { kind: "damaged" } : { kind: "text", text: input.trim() };
}

/**
 * Whether a token stands in the text, or most of one. Unlike a search, a text may hold long words, and the hashes that
 * people name commits by: a run without capitals, small letters or digits is none of our secrets.
 */
export function hasToken(text: string): boolean {
  const runs = text.match(new RegExp(LONG_RUN, "g")) ?? [];
  return BEGUN_SECRET.test(text) || runs.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run));
}

/** An id, whole or not, and something behind it. A hint is not one. */
const BEGUN_SECRET = /service_v\d_[0-9A-Za-z]+_[0-9A-Za-z]/i;
/** Nearly a secret's random part. */
const LONG_RUN = /[0-9A-Za-z]{40,}/;

/**
 * What of a search can be sent, and kept in an address: of letters and digits in a row as many as an id has, which is no secret.
 * Whatever the whole word is in, its beginning is in, too.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/[0-9A-Za-z]{23,}/g, (run) => run.slice(0, ID_LENGTH));
}

/** The same for a field that a browser holds to it without scripts. */
export const SEARCHABLE_PATTERN = "(?!.*[0-9A-Za-z]{23}).*";

/** For a field whose texts go into an address, and can have long words: a browser keeps a token from there by itself. */
export const NO_TOKEN = {
  pattern: "(?!.*[Ss][Ee][Rr][Vv][Ii][Cc][Ee]_[Vv][0-9]_[0-9A-Za-z]{5}).*",
  title: "Keep tokens out of forms and addresses.",
};

/** As node:zlib has it, for letters and digits. */
function crc32(text: string): number {
  let crc = ~0;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
