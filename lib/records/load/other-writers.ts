/**
 * Writers of one record go one after the other, and each waits in the database for a while only (contract § 3). Whose wait was in
 * vain has written nothing, and is told when to come again.
 */
import { ApiError } from "../../errors";
import { isLockTimeout } from "../../postgres/faults";

/** Rejects as the work does, with RATE_LIMITED where a lock was not to be had. */
export async function tellingOfOtherWriters<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw isLockTimeout(cause) ? othersAreWriting(cause) : cause;
  }
}

function othersAreWriting(cause: unknown): ApiError {
  const message =
    "Other requests are writing the same records, and this one did not get to them in time. Nothing of it was written: send it again in 1 second.";
  return new ApiError("RATE_LIMITED", message, { cause, reason: { step: "other writers" }, retryAfterSeconds: 1 });
}
