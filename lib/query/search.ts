/** Free-text search as a caller writes it (contract § 6): words, each of which must occur. */
import { isLongerThan } from "../cut-text";
import { ApiError } from "../errors";
import { MAX_SEARCH_LENGTH } from "../limits";
import { withoutAccents } from "./accents";
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
