/** The length of a text, shown once it comes near the limit. Text is never cut: that would change what was pasted. */

/** The share of the limit from which on the length is shown. */
const TOLD_FROM = 0.9;

/** "112 of 100 characters", counted as people see them; null while there is plenty of room. */
export function formatLength(text: string, limit: number): string | null {
  const count = [...text.trim()].length;
  return count < limit * TOLD_FROM ? null : `${count} of ${limit} characters`;
}
