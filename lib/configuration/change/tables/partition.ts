/** Plans an entity's partition: its parent, and how its lists are scoped. */
import { type Configuration, CREATED_BY, type Entity, type Filter } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { parentEntityOf } from "../../../records/rules/derive";
import type { PartitionPlan } from "../../../store/records/partition-plan";
import { addForeignKeys, buildMissing } from "../../../store/records/partition-structure";
import type { OnProgress } from "../progress";

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

/** Builds the missing indexes and foreign keys while requests continue. */
export async function buildPartition(
  connection: Connection,
  plan: PartitionPlan,
  onProgress: OnProgress,
): Promise<void> {
  const onBuild = (done: number, total: number) =>
    onProgress({ step: "indexes", entity: plan.entity.key, done, total });
  await buildMissing(connection, plan, onBuild);
  await addForeignKeys(connection, plan);
}

/** Finds entities that some caller lists only by creator. Records that a caller can only change are found by their key. */
export function findListedByCreator({ roles }: Configuration): Set<string> {
  const grants = [...roles.values()].flatMap((role) => role.grants);
  const byCreator = grants.filter(
    ({ verbs, where }) => verbs.includes("list") && where !== null && names(where, CREATED_BY),
  );
  return new Set(byCreator.map(({ entityKey }) => entityKey));
}

function names(filter: Filter, field: string): boolean {
  if ("and" in filter) return filter.and.some((part) => names(part, field));
  if ("or" in filter) return filter.or.some((part) => names(part, field));
  if ("not" in filter) return names(filter.not, field);
  return filter.field === field;
}
