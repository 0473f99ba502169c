/** How long a text is that somebody types, once it comes near what is allowed. Nothing is cut off: that would change what was pasted. Pure. */

/** From this part of the limit on it is worth saying. */
const TOLD_FROM = 0.9;

/** "112 of 100 characters", as people count them; null while there is plenty of room. */
export function lengthInWords(text: string, limit: number): string | null {
  const count = [...text.trim()].length;
  return count < limit * TOLD_FROM ? null : `${count} of ${limit} characters`;
}
