/** Telling a caller's own text back to it: cut where it is long, and as text that can be shown and stored anywhere. */

/** At most so many UTF-16 units from the beginning, without half of a character: PostgreSQL stores none in JSON. */
export function cutText(text: string, maxLength: number): string {
  const endsInside = (text.codePointAt(maxLength - 1) ?? 0) > LAST_OF_ONE_UNIT;
  return text.slice(0, endsInside ? maxLength - 1 : maxLength);
}

/** What lies past it is written as a surrogate pair, of which `codePointAt` reads the second half as itself. */
const LAST_OF_ONE_UNIT = 0xffff;

const MAX_QUOTED_LENGTH = 60;

/**
 * A name that a caller wrote, in quotes, for a message. Messages are logged and kept with requests, so nothing of a token is
 * repeated, and nothing that is no visible character.
 */
export function quoteText(text: string): string {
  const masked = cutText(text, MAX_READ_LENGTH).replace(TOKEN, "service_v1_…");
  const cut = masked.length > MAX_QUOTED_LENGTH ? `${cutText(masked, MAX_QUOTED_LENGTH)}…` : masked;
  return `"${cut.replaceAll('"', "'").replace(INVISIBLE, "\uFFFD")}"`;
}

/** Whether a text has more Unicode characters than so many. Looks at no more of it than it has to. */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  if (text.length > 2 * maxCharacters) return true;
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) pairs += 1;
  return text.length - pairs > maxCharacters;
}

export function withoutQuoted(message: string, ownWords: ReadonlySet<string>): string {
  return message.replace(/"([^"]*)"/g, (quoted, word: string) => (ownWords.has(word) ? quoted : '"…"'));
}

/** Longer than a name and a token together, so that no token is cut before it is recognised. */
const MAX_READ_LENGTH = 400;
const TOKEN = /service_v1_\w*/g;
/** Control and format characters, line separators, and halves of surrogate pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
