/** Headers that `proxy.ts` sets on requests for pages, replacing any that a client sends. */
export const REQUEST_ID_HEADER = "x-request-id";
/** Path and query of the page, which Next does not pass to components. */
export const PATH_HEADER = "x-page-path";
/** For pages with an inline element. */
export const NONCE_HEADER = "x-nonce";
/** The member for whom the page was rendered, sent by a page that reads from a GET handler (`read.ts`). */
export const PAGE_MEMBER_HEADER = "x-page-member";
