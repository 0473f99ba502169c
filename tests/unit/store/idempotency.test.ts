/** The first outcome of a keyed create is the outcome of its repetitions, also of those that come at once (contract § 7). */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { transaction } from "@/lib/postgres/transaction";
import { clearOld } from "@/lib/store/maintenance";
import { claimIdempotencyKey, type IdempotencyClaim, keepOutcome } from "@/lib/store/records/idempotency";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

const hash = (text: string) => createHash("sha256").update(text).digest();

function newClaim(): IdempotencyClaim {
  return { tokenId: randomBytes(11).toString("hex"), key: "key", bodyHash: hash("body") };
}

/** Claims, and keeps an outcome where the key was free; answers the outcome and who made it. */
async function createOnce(claim: IdempotencyClaim, outcome: string): Promise<unknown> {
  return transaction(async (database) => {
    const kept = await claimIdempotencyKey(claim, database);
    if (kept !== null) return kept.outcome;
    await keepOutcome(claim, { json: { by: outcome } }, database);
    return "created";
  });
}

async function age(claim: IdempotencyClaim, interval: string): Promise<void> {
  await query("UPDATE idempotency_keys SET created = now() - $2::interval WHERE token_id = $1", [
    claim.tokenId,
    interval,
  ]);
}

it("a key is free again after 24 hours, for any body", async () => {
  const claim = newClaim();
  await createOnce(claim, "first");
  await age(claim, "23 hours 59 minutes");
  expect(await createOnce(claim, "second")).toEqual({ by: "first" });
  await age(claim, "24 hours 1 second");
  expect(await createOnce({ ...claim, bodyHash: hash("other") }, "third")).toBe("created");
  expect(await createOnce({ ...claim, bodyHash: hash("other") }, "fourth")).toEqual({ by: "third" });
});

it("concurrent claims wait for the first to end, and take its place if it fails", async () => {
  const claim = newClaim();
  let fail: (reason: Error) => void = () => {};
  const held = new Promise<never>((_, reject) => {
    fail = reject;
  });
  let claimed: () => void = () => {};
  const isClaimed = new Promise<void>((resolve) => {
    claimed = resolve;
  });
  const first = transaction(async (database) => {
    await claimIdempotencyKey(claim, database);
    claimed();
    return held;
  });
  await isClaimed;
  const second = createOnce(claim, "second");
  const waiting = () =>
    query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  await expect.poll(waiting).toHaveLength(1);
  fail(new Error("the first failed"));
  await expect(first).rejects.toThrow("the first failed");
  expect(await second).toBe("created");
});

describe("an expired key", () => {
  it("is deleted, and nothing else", async () => {
    const [old, young] = [newClaim(), newClaim()];
    await createOnce(old, "first");
    await createOnce(young, "first");
    await age(old, "25 hours");
    await age(young, "23 hours");
    await clearOld("idempotency_keys");
    const left = await query("SELECT token_id FROM idempotency_keys WHERE token_id = ANY ($1)", [
      [old.tokenId, young.tokenId],
    ]);
    expect(left).toEqual([{ token_id: young.tokenId }]);
  });

  it("is deleted as fast as a host can create: 10,000 at a time, 10 million an hour", async () => {
    await query(
      `INSERT INTO idempotency_keys (token_id, key, body_hash, created)
       SELECT 'busy', n::text, sha256(''), now() - interval '25 hours' FROM generate_series(1, 10001) n`,
    );
    expect([await clearOld("idempotency_keys"), await clearOld("idempotency_keys")]).toEqual([10_000, 1]);
  });
});
