/**
 * Free-text search as a caller writes it (contract § 6): words, each of which must occur. It compares text without accents: here,
 * and in PostgreSQL where a search may look into some columns only. Filters do not ask here: they are exact to the letter.
 */

import { Prisma } from "../../../generated/prisma/client";
import { isLongerThan } from "../../cut-text";
import { ApiError } from "../../errors";
import { MAX_SEARCH_LENGTH } from "../../limits";
import { fold } from "./text-match";

/** The words, folded and without accents; none where the text is blank. Throws INVALID_FILTERS. */
export function parseSearch(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (isLongerThan(trimmed, MAX_SEARCH_LENGTH)) {
    throw new ApiError(
      "INVALID_FILTERS",
      `search has at most ${MAX_SEARCH_LENGTH} characters. Search for fewer words.`,
    );
  }
  if (trimmed.includes("\0")) throw new ApiError("INVALID_FILTERS", "search has no NUL characters.");
  // A word of nothing but accents is none.
  return withoutAccents(fold(trimmed))
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The marks of Latin, Greek and Cyrillic. Those of other scripts tell letters apart, as the dots of Japanese do. */
const MARKS = /[\u0300-\u036f]/g;

/** Small letters that are no letter with a mark to Unicode, and are typed as plain ones where a keyboard lacks them. */
const PLAIN: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ſ: "s",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ĳ: "ij",
};
const OWN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");
const BEYOND_ASCII = /[^\0-\x7f]/;

/** `folded` is lower-cased already. Put together again afterwards: Hangul and others are not taken apart. */
export function withoutAccents(folded: string): string {
  if (!BEYOND_ASCII.test(folded)) return folded;
  // Marks that stand apart first: what a row of them costs to put in order grows with the square of its length.
  const letters = folded.replace(MARKS, "").normalize("NFD").replace(MARKS, "");
  return letters.replace(OWN_LETTERS, (letter) => PLAIN[letter] ?? letter).normalize("NFC");
}

/** The same by a function of the database (prisma/migrations). */
export function withoutAccentsSql(folded: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`without_accents(${folded})`;
}
