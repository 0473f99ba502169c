/** Cutting text that is too long to be told whole, without leaving half of a character: PostgreSQL stores none in JSON. */

/** At most so many UTF-16 units from the beginning. */
export function cutText(text: string, maxLength: number): string {
  const endsInside = (text.codePointAt(maxLength - 1) ?? 0) > LAST_OF_ONE_UNIT;
  return text.slice(0, endsInside ? maxLength - 1 : maxLength);
}

/** What lies past it is written as a surrogate pair, of which `codePointAt` reads the second half as itself. */
const LAST_OF_ONE_UNIT = 0xffff;
