/** A create that can be repeated without creating twice (contract § 7, Idempotency-Key). */
import { createHash } from "node:crypto";
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { JsonObject } from "../model";
import { claimIdempotencyKey, forgetOldOutcomes, keepOutcome } from "../store/idempotency";
import { recordTransaction } from "../store/record-writes";
import { takeSnapshot } from "../store/snapshots";
import { type CreatedRecord, createRecord } from "./create";
import { replayCreate } from "./replay";

/** One keyed create in so many also clears away what is past its time. */
const CLEARING_SHARE = 1 / 200;

/**
 * The record and the note that it was created are one transaction: either both are there or neither. Throws as
 * `createRecord`, and INVALID_BODY where the key came with another body before.
 */
export async function createRecordOnce(
  caller: Caller,
  access: EntityAccess,
  given: JsonObject,
  key: string,
): Promise<CreatedRecord> {
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([access.entity.id, given]))
    .digest();
  const claim = { tokenId: caller.token.id, key, bodyHash };
  return recordTransaction(access.entity.id, async (transaction) => {
    const kept = await claimIdempotencyKey(claim, transaction);
    if (kept !== null) {
      if (!bodyHash.equals(kept.bodyHash)) {
        throw new ApiError(
          "INVALID_BODY",
          "This Idempotency-Key was used with another body. Use a new key for a new record.",
        );
      }
      return replayCreate(access, kept.outcome, transaction);
    }
    const created = await createRecord(caller, access, given, transaction);
    await keepOutcome(claim, await takeSnapshot(access.entity.id, created.id, transaction), transaction);
    if (Math.random() < CLEARING_SHARE) await forgetOldOutcomes(transaction);
    return created;
  });
}
