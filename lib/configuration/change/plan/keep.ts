/** Keeps entities and fields that hold data although the file lacks them, and the entities that they refer to. */
import type { EntityDocument, StoredDocument } from "../../schema";

/** The parts that the current configuration has and the file lacks, with the number of stored records or values. */
export type Missing = {
  entities: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/** The file's document, with everything that still holds data appended to its lists. */
export function keepHeld(current: StoredDocument, file: StoredDocument, missing: Missing): StoredDocument {
  const entities = file.entities.map((entity) => keepFields(entity, current, missing));
  const kept = new Set([...missing.entities].filter(([, records]) => records > 0).map(([key]) => key));
  const present = new Map([...current.entities, ...entities].map((entity) => [entity.key, entity]));
  // The entity that a kept reference points to is kept too, and may have references of its own.
  const toFollow = [...entities.map((entity) => entity.key), ...kept];
  for (let key = toFollow.pop(); key !== undefined; key = toFollow.pop()) {
    for (const target of referencesOf(present.get(key))) {
      if (kept.has(target) || entities.some((entity) => entity.key === target)) continue;
      kept.add(target);
      toFollow.push(target);
    }
  }
  return { ...file, entities: [...entities, ...current.entities.filter((entity) => kept.has(entity.key))] };
}

function keepFields(entity: EntityDocument, current: StoredDocument, missing: Missing): EntityDocument {
  const counts = missing.fields.get(entity.key);
  const before = current.entities.find((other) => other.key === entity.key);
  if (counts === undefined || before === undefined) return entity;
  const kept = before.fields.filter((field) => (counts.get(field.key) ?? 0) > 0);
  return { ...entity, fields: [...entity.fields, ...kept] };
}

function referencesOf(entity: EntityDocument | undefined): string[] {
  return (entity?.fields ?? []).flatMap((field) => (field.type === "reference" ? [field.entity] : []));
}
