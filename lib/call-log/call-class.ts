/** The class of a request by the status of its response: 2xx and 304, 4xx, 429, 5xx. */

export const CALL_CLASSES = ["ok", "refused", "limited", "failed"] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

export function classOf(status: number): CallClass {
  if (status < 400) return "ok";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}
