/**
 * Entities whose records a change of configuration gives another form (decision 25). It pauses their writers: they are refused at
 * once, so that none of them waits for the table in a place of its organization.
 */
import type { Caller } from "../../authentication/authenticate";
import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import type { Entity } from "../../model";
import { metrics } from "../../process/metrics";
import { isApplying } from "../../store/configuration";

const RETRY_AFTER_SECONDS = 5;

/** Throws RATE_LIMITED. A process that was stopped while it changed the configuration pauses nobody. */
export async function requireUnpaused({ configuration, pausedEntities }: Caller, { id, key }: Entity): Promise<void> {
  if (pausedEntities === null || !pausedEntities.includes(id)) return;
  if (!(await isApplying(configuration.organizationKey))) return;
  metrics()?.shed.inc({ reason: "locked" });
  const message = `A new configuration is changing the records of ${quoteText(key)}. They can be read, and written again once it has: try again in ${RETRY_AFTER_SECONDS} seconds.`;
  throw new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
