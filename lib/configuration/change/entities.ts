/**
 * Carries out what a plan says of entities: their tables, records and indexes. Refuses what stored data cannot follow.
 */
import { isDeepStrictEqual } from "node:util";
import type { Configuration } from "../../model";
import type { Connection } from "../../postgres/connection";
import { deleteEntity, insertEntity } from "../../store/configuration";
import {
  attachPartition,
  createMissing,
  createPartition,
  dropPartitions,
  dropUnwanted,
} from "../../store/records/partitions";
import { compileConfiguration } from "../compile";
import { ConfigurationError } from "../issues";
import type { StoredDocument } from "../schema";
import { toPartitionPlan } from "./partition";
import type { ApplyPlan } from "./plan";
import { findRefusedChanges } from "./refuse";
import { reshapeEntity } from "./reshape";

/**
 * Throws ConfigurationError. The order matters: tables before the foreign keys between them, and what holds up other
 * people last.
 */
export async function changeEntities(transaction: Connection, organizationId: string, plan: ApplyPlan): Promise<void> {
  const entityIds = new Map(plan.current?.entityIds);
  const added = plan.after.entities.filter((entity) => !entityIds.has(entity.key));
  for (const { key } of added) {
    const id = await insertEntity(transaction, organizationId, key);
    await createPartition(transaction, id);
    entityIds.set(key, id);
  }
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId, version: 0, document, entityIds });
  const after = compile(plan.after);
  const plans = [...after.entities.values()].map((entity) => toPartitionPlan(entity, after));

  if (plan.before !== null) await changeRecords(transaction, compile(plan.before), after);
  for (const partition of plans) await createMissing(transaction, partition);
  for (const { key } of added) await attachPartition(transaction, after.entities.get(key)?.id ?? "");
  for (const partition of plans) await dropUnwanted(transaction, partition);
  await removeEntities(transaction, plan, after);
}

async function changeRecords(transaction: Connection, before: Configuration, after: Configuration): Promise<void> {
  const pairs = [...after.entities.values()].flatMap((entity, index) => {
    const former = before.entities.get(entity.key);
    return former === undefined || isDeepStrictEqual(former, entity)
      ? []
      : [{ former, entity, path: ["entities", index] }];
  });
  const refused = [];
  for (const { former, entity, path } of pairs) {
    refused.push(...(await findRefusedChanges(transaction, former, entity, path)));
  }
  if (refused.length > 0) throw new ConfigurationError(refused);
  const impossible = [];
  for (const { former, entity, path } of pairs) {
    impossible.push(...(await reshapeEntity(transaction, former, entity, after, path)));
  }
  if (impossible.length > 0) throw new ConfigurationError(impossible);
}

async function removeEntities(transaction: Connection, plan: ApplyPlan, after: Configuration): Promise<void> {
  const ids = [...(plan.current?.entityIds ?? [])].flatMap(([key, id]) => (after.entities.has(key) ? [] : [id]));
  for (const id of ids) await deleteEntity(transaction, id);
  await dropPartitions(transaction, ids);
}
