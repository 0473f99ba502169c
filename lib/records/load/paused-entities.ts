/**
 * Entities whose records a change of configuration gives another form (decision 25). It pauses their writers: they are refused at
 * once, so that none of them waits for the table in a place of its organization. Readers go on, and no response mixes records of
 * one form with the configuration of another.
 */
import { AccessChanged } from "../../access/require";
import type { Caller } from "../../authentication/authenticate";
import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import type { Entity } from "../../model";
import type { Connection } from "../../postgres/connection";
import { metrics } from "../../process/metrics";
import { isApplying } from "../../store/configuration";
import { isAdmitted } from "../../store/records/guard";
import { UNCHECKED_READ_MS } from "../../time/deadline";

const RETRY_AFTER_SECONDS = 5;

/** Throws RATE_LIMITED. A process that was stopped while it changed the configuration pauses nobody. */
export async function requireUnpaused({ configuration, pausedEntities }: Caller, { id, key }: Entity): Promise<void> {
  if (pausedEntities === null || !pausedEntities.includes(id)) return;
  if (!(await isApplying(configuration.organizationKey))) return;
  metrics()?.shed.inc({ reason: "locked" });
  const message = `A new configuration is changing the records of ${quoteText(key)}. They can be read, and written again once it has: try again in ${RETRY_AFTER_SECONDS} seconds.`;
  throw new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * For a caller that has read records. Records get their new form together with its version, and that only once every request
 * knows of it or is older than `UNCHECKED_READ_MS`. So what such a request has read has the form of its own version if that is
 * still in force afterwards. Throws AccessChanged.
 */
export async function requireSameForm(
  { asOf, pausedEntities, admission }: Pick<Caller, "asOf" | "pausedEntities" | "admission">,
  transaction?: Connection,
): Promise<void> {
  if (pausedEntities === null && performance.now() - asOf < UNCHECKED_READ_MS) return;
  if (!(await isAdmitted(admission, transaction))) throw new AccessChanged();
}
