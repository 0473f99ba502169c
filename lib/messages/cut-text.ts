/** Repeats a caller's own text: shortened if it is long, and without characters that cannot be shown or stored. */

/** At most `maxLength` UTF-16 units, never with half of a character at the end, which PostgreSQL cannot store in JSON. */
export function cutText(text: string, maxLength: number): string {
  const endsInside = (text.codePointAt(maxLength - 1) ?? 0) > LAST_OF_ONE_UNIT;
  return text.slice(0, endsInside ? maxLength - 1 : maxLength);
}

/** Code points above it are surrogate pairs. At the second half of a pair, `codePointAt` returns that half. */
const LAST_OF_ONE_UNIT = 0xffff;

const MAX_QUOTED_LENGTH = 60;

/** Quotes a caller's text for a message. Messages are logged and stored, so tokens and invisible characters are masked. */
export function quoteText(text: string): string {
  const masked = cutText(text, MAX_READ_LENGTH).replace(TOKEN, "service_v1_…");
  const cut = masked.length > MAX_QUOTED_LENGTH ? `${cutText(masked, MAX_QUOTED_LENGTH)}…` : masked;
  return `"${cut.replaceAll('"', "'").replace(INVISIBLE, "\uFFFD")}"`;
}

/** True if a text has more than `maxCharacters` Unicode characters. Reads no more of it than needed. */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  if (text.length > 2 * maxCharacters) return true;
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) pairs += 1;
  return text.length - pairs > maxCharacters;
}

/** Longer than a name and a token together, so that a token is recognized before it is cut. */
const MAX_READ_LENGTH = 400;
const TOKEN = /service_v1_\w*/g;
/** Control and format characters, line separators, and halves of surrogate pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Removes control characters and others that are invisible: a terminal or a page could take them for instructions. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
