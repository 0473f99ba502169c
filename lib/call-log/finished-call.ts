/** A request whose response is known, as it is passed on to be counted and stored. */
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { Verb } from "../model";

export type FinishedCall = {
  /** A token whose secret matched. */
  tokenId: string;
  /** When the request arrived, in milliseconds since the epoch. */
  at: number;
  method: string;
  /** `waits` means that its requests can wait for a change. The caller must have one of the `verbs`. */
  endpoint: { name: string; path: string; waits?: boolean; verbs?: readonly Verb[] | undefined };
  /** From the path, decoded. It can be any text. */
  entityKey: string | null;
  /** The keys of the entities that a search looked into; they use its verb. */
  searched?: readonly string[];
  status: number;
  /** From arrival until the response was complete; null if not measured. */
  milliseconds: number | null;
  requestId: string;
  address: string;
  userAgent: string | null;
  /** The token's limit in requests per minute; null if the limit was not checked. */
  limitPerMinute: number | null;
  /** How many requests this one counts as against that limit. */
  counted: number;
  /** null if the token was known but not admitted. */
  caller: Caller | null;
  /** null if the request was accepted. */
  error: unknown;
};

export function codeOf({ error }: Pick<FinishedCall, "error">): string | null {
  if (error === null) return null;
  return error instanceof ApiError ? error.code : "SERVER_ERROR";
}

export const CALL_CLASSES = ["ok", "refused", "limited", "failed"] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

export function classOf(status: number): CallClass {
  if (status < 400) return "ok";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}
