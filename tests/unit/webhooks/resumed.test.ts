/** Resuming a webhook, against a real database in which no sender runs. */
import { describe, expect, it } from "vitest";
import { setPaused } from "@/lib/webhooks/manage";
import { newOwner } from "../call-log/owned-token";
import { openTestDatabase, query } from "../configuration/database";
import { newWebhook } from "./owned-webhook";

openTestDatabase();

describe("resuming a webhook", () => {
  const FAILING = "failures = 6, failing_since = now() - interval '1 day', due = now() + interval '5 hours'";

  it.each([
    ["is failing", FAILING],
    ["is paused while it fails", `${FAILING}, paused = true`],
    ["was disabled", `${FAILING}, disabled = 'FAILING'`],
  ])("retries at once one that %s, and records that once", async (_, state) => {
    const { owner, organizationId } = await newOwner();
    const { id, caller } = await newWebhook(owner);
    await query(`UPDATE webhooks SET ${state} WHERE id = $1`, [id]);
    const resume = () => setPaused({ id, whose: { organizationId } }, false, { actor: "ada" });
    await Promise.all([resume(), resume(), resume()]);
    expect(
      await query("SELECT paused, disabled, failures, failing_since, due FROM webhooks WHERE id = $1", [id]),
    ).toEqual([{ paused: false, disabled: null, failures: 0, failing_since: null, due: null }]);
    const events = "SELECT action, actor FROM audit_events WHERE subject = $1 AND action = 'webhook.resume'";
    expect(await query(events, [caller.token.id])).toEqual([{ action: "webhook.resume", actor: "ada" }]);
  });

  it("changes nothing of one that delivers", async () => {
    const { owner, organizationId } = await newOwner();
    const { id } = await newWebhook(owner);
    const version = () => query("SELECT version FROM webhooks WHERE id = $1", [id]);
    const before = await version();
    expect((await setPaused({ id, whose: { organizationId } }, false, { actor: "ada" }))?.id).toBe(id);
    expect(await version()).toEqual(before);
  });
});
