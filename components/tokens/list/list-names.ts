export const SEARCH_FIELD = "q";

/** The id of the summary, which gets the focus when it would otherwise be lost. */
export const SUMMARY_ID = "tokens-summary";
