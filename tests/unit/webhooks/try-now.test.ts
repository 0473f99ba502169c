/** An attempt that is made now rather than after its pause, against a real database in which no sender runs. */
import { describe, expect, it } from "vitest";
import { tryNow } from "@/lib/webhooks/try-now";
import { newOwner } from "../call-log/owned-token";
import { openTestDatabase, query } from "../configuration/database";
import { newWebhook } from "./owned-webhook";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";
openTestDatabase();

describe("the attempt that a webhook waits for", () => {
  const waiting = "failures = 6, failing_since = now() - interval '1 day', due = now() + interval '5 hours'";

  /** A webhook in that state, and what three presses at the same moment do to it. No sender runs here. */
  async function pressed(state: string) {
    const { owner, organizationId } = await newOwner();
    const { id, caller } = await newWebhook(owner);
    await query(`UPDATE webhooks SET ${state} WHERE id = $1`, [id]);
    const target = { id, whose: { organizationId, tokenId: caller.token.id } };
    const press = () => tryNow(target, { actor: "ada" }, 0);
    const outcomes = await Promise.all([press(), press(), press()]);
    const [row] = await query<{ failures: number; isDue: boolean; isFailing: boolean }>(
      `SELECT failures, coalesce(due <= now(), false) AS "isDue", failing_since IS NOT NULL AS "isFailing"
       FROM webhooks WHERE id = $1`,
      [id],
    );
    const events = await query("SELECT actor FROM audit_events WHERE action = 'webhook.retry' AND subject = $1", [
      caller.token.id,
    ]);
    return { outcomes, row, events };
  }

  it("is due at once, once however often it is pressed, and takes no step of the schedule", async () => {
    const { outcomes, row, events } = await pressed(waiting);
    expect(outcomes).toEqual(["to come", "to come", "to come"]);
    expect(row).toEqual({ failures: 5, isDue: true, isFailing: true });
    expect(events).toEqual([{ actor: "ada" }]);
  });

  it.each([
    ["is paused", `${waiting}, paused = true`, 6],
    ["is disabled", `${waiting}, disabled = 'FAILING'`, 6],
    ["is being tried", "failures = 6, failing_since = now(), due = now() - interval '1 second'", 6],
    ["is not failing", "failures = 0", 0],
  ])("changes nothing of a webhook that %s", async (_, state, failures) => {
    const { row, events } = await pressed(state);
    expect(row?.failures).toBe(failures);
    expect(events).toEqual([]);
  });

  it("is none where there is no webhook, or one of another organisation", async () => {
    const { id } = await newWebhook((await newOwner()).owner);
    const { organizationId } = await newOwner();
    expect(await tryNow({ id, whose: { organizationId } }, { actor: "eve" }, 0)).toBeNull();
  });
});
