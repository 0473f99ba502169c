/** Writers that cannot write now: another one keeps the record for too long, or a new configuration changes all records. */
import type { Caller } from "../../authentication/authenticate";
import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import type { Entity } from "../../model";
import { isLockTimeout } from "../../postgres/faults";
import { metrics } from "../../process/metrics";
import { isApplying } from "../../store/configuration";

/** Rejects like `work`, but with RATE_LIMITED for a lock that was not free in time; nothing was written then. */
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
 * Throws RATE_LIMITED while the entity's records are rewritten (decision 25). A process that was stopped midway pauses nobody.
 */
export async function requireUnpaused({ configuration, pausedEntities }: Caller, { id, key }: Entity): Promise<void> {
  if (pausedEntities === null || !pausedEntities.includes(id)) return;
  if (!(await isApplying(configuration.organizationKey))) return;
  metrics()?.shed.inc({ reason: "paused" });
  const message = `A new configuration is converting the records of ${quoteText(key)}. Reads work meanwhile: send this write again in ${PAUSED_SECONDS} seconds.`;
  throw new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: PAUSED_SECONDS });
}
