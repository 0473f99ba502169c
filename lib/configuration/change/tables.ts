/** The tables of entities: planned from a configuration, created with it, and dropped. */
import { type Configuration, CREATED_BY, type Entity } from "../../model";
import type { Connection } from "../../postgres/connection";
import { namesIn } from "../../query/filter/filter";
import { parentEntityOf } from "../../records/rules/derive";
import { deleteEntity, insertEntity } from "../../store/configuration";
import { type PartitionPlan, wantedStructure } from "../../store/records/partition-plan";
import {
  attachPartition,
  createMissing,
  createPartition,
  dropPartitions,
} from "../../store/records/partition-structure";
import { compileConfiguration } from "../compile";
import type { StoredDocument } from "../schema";
import type { ApplyPlan } from "./plan";

/** The steps that an apply reports while it runs. "waiting": another apply to the same organization has to end first. */
export type Progress =
  | { step: "waiting" }
  | { step: "indexes" | "records"; entity: string; done: number; total: number };

export type OnProgress = (progress: Progress) => void;

/** Plans those of every entity. The given entities can differ from those of the configuration. */
export function toPartitionPlans(
  configuration: Configuration,
  entities: Iterable<Entity> = configuration.entities.values(),
): PartitionPlan[] {
  const byCreator = findListedByCreator(configuration);
  return [...entities].map((entity) => ({
    entity,
    parentEntityId: parentEntityOf(entity, configuration.entities)?.id ?? null,
    listedByCreator: byCreator.has(entity.key),
  }));
}

/** Finds entities that some caller lists only by creator. Records that a caller can only change are found by their key. */
function findListedByCreator({ roles }: Configuration): Set<string> {
  const grants = [...roles.values()].flatMap((role) => role.grants);
  const byCreator = grants.filter(
    ({ verbs, where }) => verbs.includes("list") && where !== null && namesIn(where).includes(CREATED_BY),
  );
  return new Set(byCreator.map(({ entityKey }) => entityKey));
}

export function countNewIndexes({ current, after }: ApplyPlan): ReadonlyMap<string, number> {
  const indexesOf = (document: StoredDocument) =>
    toPartitionPlans(compileConfiguration({ ...current, document })).map(
      (plan) => [plan.entity.key, wantedStructure(plan).indexes] as const,
    );
  const present = new Map(indexesOf(current.document));
  const lacked = ([key, wanted]: ReturnType<typeof indexesOf>[number]) =>
    [...wanted.keys()].filter((name) => !present.get(key)?.has(name)).length;
  return new Map(indexesOf(after).map((entity) => [entity[0], lacked(entity)]));
}

/** Creates missing tables, with the foreign keys between them; those to existing entities are added later. The result has no version yet. */
export async function addEntities(transaction: Connection, plan: ApplyPlan): Promise<Configuration> {
  const { organizationId, entityIds: present } = plan.current;
  const document = plan.after;
  const added = document.entities.filter(({ key }) => !present.has(key));
  const entityIds = new Map(present);
  for (const { key } of added) {
    const id = await insertEntity(transaction, organizationId, key);
    await createPartition(transaction, id);
    entityIds.set(key, id);
  }
  const configuration = compileConfiguration({ organizationId, version: 0, document, entityIds });
  const partitions = toPartitionPlans(configuration).filter(({ entity }) => !present.has(entity.key));
  const others = new Set(present.values());
  for (const each of partitions) {
    await createMissing(transaction, others.has(each.parentEntityId ?? "") ? { ...each, parentEntityId: null } : each);
  }
  for (const { entity } of partitions) await attachPartition(transaction, entity.id);
  return configuration;
}

/** Blocks all readers until the end of the transaction. */
export async function dropEntities(transaction: Connection, ids: string[]): Promise<void> {
  for (const id of ids) await deleteEntity(transaction, id);
  await dropPartitions(transaction, ids);
}
