/**
 * Gives the new shape to records that were written in the moment of a change. A create that was admitted under the former
 * configuration may have waited for the change, and then written a record of the former shape.
 */
import { longTransaction } from "../../postgres/transaction";
import { findCurrentConfiguration, lockOrganization } from "../../store/configuration";
import { reshapeRecords } from "../../store/records/entity-data";
import { lockPartition } from "../../store/records/partitions";
import { compileConfiguration } from "../compile";
import type { StoredDocument } from "../schema";
import type { ApplyPlan } from "./plan";
import { changedKeys } from "./reshape";

/** To be called once the change to `version` is committed. */
export async function sweepLateRecords({ current, before, after }: ApplyPlan, version: number): Promise<void> {
  if (current === null || before === null) return;
  const { organizationId, entityIds } = current;
  const compile = (document: StoredDocument) => compileConfiguration({ organizationId, version, document, entityIds });
  const [former, present] = [compile(before), compile(after)];
  for (const entity of present.entities.values()) {
    const keys = changedKeys(former.entities.get(entity.key) ?? entity, entity);
    if (keys.added.length + keys.removed.length === 0) continue;
    await longTransaction(async (transaction) => {
      await lockOrganization(transaction, after.organization.key);
      const latest = await findCurrentConfiguration(transaction, after.organization.key);
      // Somebody has changed the shape since, and will sweep for that one.
      if (latest?.version !== version) return;
      // The late creates are ahead of us in the queue for this lock: once we hold it, all of them are there.
      await lockPartition(transaction, entity.id);
      await reshapeRecords(transaction, entity.id, keys);
    });
  }
}
