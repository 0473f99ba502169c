/** The signal of a caller who stays. */
export const WANTED = new AbortController().signal;
