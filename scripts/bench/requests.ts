/** The requests to send. */

/** `etag`: sends the tag that the record's last answer had, `*` before there is one. */
export type Request = { method: string; path: string; body?: unknown; etag?: true };

/** Stands for a day that differs each time: a change that changes nothing is not written. */
export const DAY = "DD";
export const CHANGED_DAY = `2026-03-${DAY}`;
