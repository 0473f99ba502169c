/** What the configuration asks of an entity's partition, beyond the entity itself: its parent, and how its lists are cut. */
import { type Configuration, CREATED_BY, type Entity, type Filter } from "../../model";
import { parentEntityOf } from "../../records/rules/derive";
import type { PartitionPlan } from "../../store/records/partition-plan";

export function toPartitionPlan(entity: Entity, configuration: Configuration): PartitionPlan {
  const parent = parentEntityOf(entity, configuration.entities);
  return { entity, parentEntityId: parent?.id ?? null, listedByCreator: isListedByCreator(entity, configuration) };
}

/** Whether there are callers who see what they made themselves. What such a scope allows to change is found by its key. */
function isListedByCreator(entity: Entity, { roles }: Configuration): boolean {
  const grants = [...roles.values()].flatMap((role) => role.grants);
  return grants.some(
    ({ entityKey, verbs, where }) =>
      entityKey === entity.key && verbs.includes("list") && where !== null && names(where, CREATED_BY),
  );
}

function names(filter: Filter, field: string): boolean {
  if ("and" in filter) return filter.and.some((part) => names(part, field));
  if ("or" in filter) return filter.or.some((part) => names(part, field));
  if ("not" in filter) return names(filter.not, field);
  return filter.field === field;
}
