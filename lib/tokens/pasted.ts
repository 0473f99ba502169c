/** Parses the list's search field. A pasted token is reduced to its id in the browser, so its secret is sent nowhere. */
import { ID_LENGTH, PREFIX, splitToken, TOKEN_PATTERN, tokenHint, writeChecksum } from "../authentication/token-form";

/** "damaged": a part is missing or a letter wrong. Maybe most of a secret, so it is never sent, stored or put into an address. */
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

/** Finds a token, or most of one. A run without capitals, small letters or digits, such as a commit hash, is not one. */
export function hasToken(text: string): boolean {
  const runs = text.match(new RegExp(LONG_RUN, "g")) ?? [];
  return BEGUN_SECRET.test(text) || runs.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run));
}

/** The beginning of an id, or all of it, followed by more. A hint does not match. */
const BEGUN_SECRET = /service_v\d_[0-9A-Za-z]+_[0-9A-Za-z]/i;
/** Almost the length of a secret's random part. */
const LONG_RUN = /[0-9A-Za-z]{40,}/;

/** Cuts runs of letters and digits to the length of an id, which is not secret. A prefix finds what the word finds. */
export function withoutSecrets(text: string): string {
  return text.replace(/[0-9A-Za-z]{23,}/g, (run) => run.slice(0, ID_LENGTH));
}

/** `withoutSecrets` as a field's `pattern`, which browsers check without scripts. */
export const SEARCHABLE_PATTERN = "(?!.*[0-9A-Za-z]{23}).*";

/** For a field with long words whose text goes into an address: the browser itself refuses a token there. */
export const NO_TOKEN = {
  pattern: "(?!.*[Ss][Ee][Rr][Vv][Ii][Cc][Ee]_[Vv][0-9]_[0-9A-Za-z]{5}).*",
  title: "Keep tokens out of forms and addresses.",
};

/** Equal to that of node:zlib, for letters and digits. */
function crc32(text: string): number {
  let crc = ~0;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
