/** A call that has its answer, as the pipeline tells of it. */
import type { Caller } from "../authentication/authenticate";

export type FinishedCall = {
  /** Only of a token whose secret matched. */
  tokenId: string;
  /** When it arrived, in milliseconds of the clock. */
  at: number;
  method: string;
  endpoint: { name: string; path: string };
  /** As it stands in the path, decoded; it may be anything. */
  entityKey: string | null;
  status: number;
  requestId: string;
  address: string;
  /** null where the token was known and yet not admitted. */
  caller: Caller | null;
  /** null where it was accepted. */
  error: unknown;
};

export const CALL_CLASSES = ["ok", "refused", "limited", "failed"] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

export function classOf(status: number): CallClass {
  if (status < 400) return "ok";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}
