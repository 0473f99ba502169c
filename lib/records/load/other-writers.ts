/** Writers that cannot write now: another one keeps the record for too long, or a new configuration changes all of them. */
import type { Caller } from "../../authentication/authenticate";
import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import type { Entity } from "../../model";
import { isLockTimeout } from "../../postgres/faults";
import { metrics } from "../../process/metrics";
import { isApplying } from "../../store/configuration";

/** Rejects as `work` does, but with RATE_LIMITED for a lock that was not free in time: nothing of it was written. */
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

const PAUSED_SECONDS = 5;

/**
 * Writers of an entity whose records get another form (decision 25) are refused at once, so that none of them waits for the table in
 * a place of its organization. A process that was stopped while it changed the configuration pauses nobody. Throws RATE_LIMITED.
 */
export async function requireUnpaused({ configuration, pausedEntities }: Caller, { id, key }: Entity): Promise<void> {
  if (pausedEntities === null || !pausedEntities.includes(id)) return;
  if (!(await isApplying(configuration.organizationKey))) return;
  metrics()?.shed.inc({ reason: "locked" });
  const message = `A new configuration is converting the records of ${quoteText(key)}. Reads work meanwhile: send this write again in ${PAUSED_SECONDS} seconds.`;
  throw new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: PAUSED_SECONDS });
}
