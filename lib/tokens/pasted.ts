/**
 * Parses the text of the list's search field. A pasted token is reduced to its id in the browser: the id is not secret, and the
 * secret is sent nowhere. Pure.
 */
import { ID_LENGTH, PREFIX, splitToken, TOKEN_PATTERN, tokenHint, writeChecksum } from "../authentication/token-form";

/**
 * "damaged": a token with a part missing or a letter wrong. It may contain most of a secret, so, like a whole one, it is never
 * sent, stored or put into an address.
 */
export type Pasted = { kind: "token"; id: string; hint: string } | { kind: "damaged" } | { kind: "text"; text: string };

/** Also finds the token within a line of a file, a header or a command. */
export function readPasted(input: string): Pasted {
  for (const word of input.match(/[0-9A-Za-z_]+/g) ?? []) {
    // A name may precede it, as in TOKEN_service_v1_….
    const text = word.slice(Math.max(0, word.indexOf(PREFIX)));
    if (!TOKEN_PATTERN.test(text)) continue;
    const { id, body, checksum } = splitToken(text);
    if (writeChecksum(crc32(body)) === checksum) return { kind: "token", id, hint: tokenHint(id) };
  }
  const isDamaged = BEGUN_SECRET.test(input) || LONG_RUN.test(input);
  return isDamaged ? { kind: "damaged" } : { kind: "text", text: input.trim() };
}

/**
 * Whether the text contains a token, or most of one. Unlike a search, a text may contain long words and commit hashes: a run
 * without capitals, small letters or digits is not one of our secrets.
 */
export function hasToken(text: string): boolean {
  const runs = text.match(new RegExp(LONG_RUN, "g")) ?? [];
  return BEGUN_SECRET.test(text) || runs.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run));
}

/** The beginning of an id, or all of it, followed by more. A hint does not match. */
const BEGUN_SECRET = /service_v\d_[0-9A-Za-z]+_[0-9A-Za-z]/i;
/** Almost the length of a secret's random part. */
const LONG_RUN = /[0-9A-Za-z]{40,}/;

/**
 * The part of a search that can be sent and kept in an address: at most as many consecutive letters and digits as an id has,
 * which is not secret. A prefix of a word finds what the word finds.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/[0-9A-Za-z]{23,}/g, (run) => run.slice(0, ID_LENGTH));
}

/** The same for the `pattern` of a field, which browsers check without scripts. */
export const SEARCHABLE_PATTERN = "(?!.*[0-9A-Za-z]{23}).*";

/** For a field whose text goes into an address and may have long words: the browser itself refuses a token there. */
export const NO_TOKEN = {
  pattern: "(?!.*[Ss][Ee][Rr][Vv][Ii][Cc][Ee]_[Vv][0-9]_[0-9A-Za-z]{5}).*",
  title: "Keep tokens out of forms and addresses.",
};

/** The same as in node:zlib, for letters and digits. */
function crc32(text: string): number {
  let crc = ~0;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
