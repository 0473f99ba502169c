/** Rewrites all records of an entity while a version is put into force. Writers are paused; readers see the former records. */
import type { Configuration, JsonObject } from "../../model";
import type { Connection } from "../../postgres/connection";
import { sqlState, UNIQUE_VIOLATION } from "../../postgres/faults";
import { deriveColumns } from "../../records/rules/derive";
import { countRecords } from "../../store/records/entity-data";
import { createMissing } from "../../store/records/partition-structure";
import { clearLabels, FIRST_ID, rewriteAfter } from "../../store/records/rewrite";
import { ConfigurationError } from "../issues";
import { type FormChange, movesUniqueLabel } from "./entity-changes";
import { refuseRewritten, repeatedValue } from "./refuse";
import { type OnProgress, toPartitionPlans } from "./tables";

/** Throws ConfigurationError if unique labels or parents do not allow the new form. */
export async function rewriteRecords(
  transaction: Connection,
  change: FormChange,
  after: Configuration,
  onProgress: OnProgress,
): Promise<void> {
  const { entity, form } = change;
  // The new labels must not be compared with the former ones.
  if (movesUniqueLabel(change) && change.former.uniqueLabel) await clearLabels(transaction, entity.id);
  const total = await countRecords(transaction, entity.id);
  const derive = form.derivedAnew ? (data: JsonObject) => deriveColumns(entity, data, after.entities) : null;
  let done = 0;
  for (let last = FIRST_ID; ; ) {
    const batch = await rewriteAfter(transaction, { entityId: entity.id, form, derive }, last).catch((error) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? new ConfigurationError([repeatedValue(change, error)]) : error;
    });
    if (batch === null) break;
    last = batch.last;
    done += batch.count;
    onProgress({ step: "records", entity: entity.key, total, done });
  }
  const issues = await refuseRewritten(transaction, change, after);
  if (issues.length > 0) throw new ConfigurationError(issues);
  for (const plan of toPartitionPlans(after, [entity])) await createMissing(transaction, plan);
}
