/**
 * Use case: the next attempt of a webhook that is failing, made now rather than after its pause, because its receiver has been
 * repaired. A sender makes it, as any other attempt: in order, and one at a time.
 */
import { setTimeout as later } from "node:timers/promises";
import type { Actor } from "../events";
import { transaction } from "../postgres/transaction";
import { makeDue } from "../store/webhooks/due";
import { findWebhook, type LastAttempt, type Whose } from "../store/webhooks/webhooks";
import { note, told } from "./manage";

/** How long the outcome is waited for. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 250;

/**
 * Returns the attempt, "to come" if it has not ended in time, or null if there is no such webhook. If no attempt is waited for,
 * nothing is done: the last one is returned, or the one that is under way.
 */
export async function tryNow(
  { whose, id }: { whose: Whose | "all"; id: string },
  by: Actor,
  waitMs = WAIT_MS,
): Promise<LastAttempt | "to come" | null> {
  const before = await transaction(async (on) => {
    const row = await findWebhook(id, whose, on);
    if (row !== null && (await makeDue(on, id))) await note(on, row, "webhook.retry", by, told(row));
    return row;
  });
  if (before === null) return null;
  if (before.failingSince === null) return before.lastAttempt ?? "to come";
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    const { lastAttempt } = (await findWebhook(id, whose)) ?? {};
    if (lastAttempt === undefined) return null;
    if (lastAttempt !== null && lastAttempt.at !== before.lastAttempt?.at) return lastAttempt;
    await later(LOOK_EVERY_MS);
  }
  return "to come";
}
