/**
 * Changing a record that others may be changing: first without a lock, since hardly anybody ever meets; and where somebody
 * was faster, at last with the record held. However many write to one record with `If-Match: *`, each has its turn.
 */
import { AccessChanged } from "../access/changed";
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Connection } from "../postgres/connection";
import { lockParents, lockRecord, recordTransaction } from "../store/record-writes";
import { parentsCanCycle } from "./references";

/** Without a lock. The second tells most of those who named a version that it is gone. */
const FREE_ATTEMPTS = 2;

/**
 * `attempt` decides anew about the record as it is, and answers null where the write found no row. Within a transaction
 * it must ask that alone: there may be no second connection to be had.
 */
export async function withOptimisticRetry<Result>(
  { configuration }: Caller,
  { entity }: EntityAccess,
  id: string,
  attempt: (transaction?: Connection) => Promise<Result | null>,
): Promise<Result> {
  for (let time = 1; time <= FREE_ATTEMPTS; time += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  return recordTransaction(entity.id, async (transaction) => {
    // In this order, as a change of parents takes them: the other way round, two could wait for each other.
    if (parentsCanCycle(configuration, entity)) await lockParents(configuration.organizationId, transaction);
    await lockRecord(entity.id, id, transaction);
    const result = await attempt(transaction);
    // The record stood still: it was not the record that had changed.
    if (result === null) throw new AccessChanged();
    return result;
  });
}
