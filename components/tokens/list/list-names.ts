/** Names of parts of the list that server and browser share. */

/** The name of the search field, in the form and in the address. */
export const SEARCH_FIELD = "q";

/** The id of the summary, which gets the focus when it would otherwise be lost. */
export const SUMMARY_ID = "tokens-summary";
