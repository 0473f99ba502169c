/** The languages in which the API reference shows requests. */
export const LANGUAGES = ["curl", "javascript", "python"] as const;
export type Language = (typeof LANGUAGES)[number];
