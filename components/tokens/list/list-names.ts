/** Names that server and browser know parts of the list by. */

/** Of the search field, in the form and in the address. */
export const SEARCH_FIELD = "q";

/** Of what the list says of itself: it gets the focus where that would be lost. */
export const SUMMARY_ID = "tokens-summary";
