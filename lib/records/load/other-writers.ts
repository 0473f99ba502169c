/**
 * Writers of the same record wait for one another, for a limited time (contract § 3). A write that ran out of time wrote nothing.
 */
import { ApiError } from "../../errors";
import { isLockTimeout } from "../../postgres/faults";

/** Rejects as `work` does, but with RATE_LIMITED for a lock that was not free in time. */
export async function tellingOfOtherWriters<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw isLockTimeout(cause) ? othersAreWriting(cause) : cause;
  }
}

function othersAreWriting(cause: unknown): ApiError {
  const message =
    "Other requests are writing the same records, and this one waited too long. Nothing of it was written: send it again in 1 second.";
  return new ApiError("RATE_LIMITED", message, { cause, reason: { step: "other writers" }, retryAfterSeconds: 1 });
}
