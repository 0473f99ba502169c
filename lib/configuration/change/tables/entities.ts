/** Creates and drops the tables of entities. */
import type { Configuration } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { impatientTransaction } from "../../../postgres/transaction";
import { type ConfigurationRow, deleteEntity, insertEntity } from "../../../store/configuration";
import { createMissing, dropUnwanted, findUnlike } from "../../../store/records/partition-structure";
import { attachPartition, createPartition, dropPartitions } from "../../../store/records/partitions";
import { compileConfiguration, toStoredConfiguration } from "../../compile";
import type { StoredDocument } from "../../schema";
import { toPartitionPlans } from "./partition";

export type EntityIds = ReadonlyMap<string, string>;

/** Creates missing tables, with the foreign keys between them. Those to existing entities are added later, with the indexes. */
export async function addEntities(
  transaction: Connection,
  organizationId: string,
  document: StoredDocument,
  present: EntityIds,
): Promise<EntityIds> {
  const added = document.entities.filter(({ key }) => !present.has(key));
  const entityIds = new Map(present);
  for (const { key } of added) {
    const id = await insertEntity(transaction, organizationId, key);
    await createPartition(transaction, id);
    entityIds.set(key, id);
  }
  const configuration = compileConfiguration({ organizationId, version: 0, document, entityIds });
  const plans = toPartitionPlans(configuration).filter(({ entity }) => !present.has(entity.key));
  const others = new Set(present.values());
  for (const plan of plans) {
    await createMissing(transaction, others.has(plan.parentEntityId ?? "") ? { ...plan, parentEntityId: null } : plan);
  }
  for (const { entity } of plans) await attachPartition(transaction, entity.id);
  return entityIds;
}

/** True if no interrupted apply left anything to build or to drop. */
export async function isBuilt(connection: Connection, current: ConfigurationRow): Promise<boolean> {
  const configuration = compileConfiguration(toStoredConfiguration(current));
  if ([...current.entityIds.keys()].some((key) => !configuration.entities.has(key))) return false;
  return (await findUnlike(connection, toPartitionPlans(configuration))).length === 0;
}

/** Drops what the configuration no longer needs, while readers and writers continue. */
export async function dropLeftovers(
  connection: Connection,
  configuration: Configuration,
  present: EntityIds,
): Promise<void> {
  for (const plan of await findUnlike(connection, toPartitionPlans(configuration)))
    await dropUnwanted(connection, plan);
  const gone = [...present].flatMap(([key, id]) => (configuration.entities.has(key) ? [] : [id]));
  if (gone.length === 0) return;
  await impatientTransaction(connection, async () => {
    for (const id of gone) await deleteEntity(connection, id);
    await dropPartitions(connection, gone);
  });
}
