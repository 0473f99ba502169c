/** The headers that `proxy.ts` writes on requests for pages, over whatever a client sends under these names. */
export const REQUEST_ID_HEADER = "x-request-id";
/** Path and query of the page, which Next does not tell its components. */
export const PATH_HEADER = "x-page-path";
/** Read by pages that set an inline element. */
export const NONCE_HEADER = "x-nonce";
/** Written by a page: whom it was rendered for, where it reads from a GET handler (`read.ts`). */
export const PAGE_MEMBER_HEADER = "x-page-member";

/** The same in a form that works without scripts, as a hidden field. */
export const PAGE_MEMBER_FIELD = "page-member";
