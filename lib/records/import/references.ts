/**
 * References of imported records. A file names the target by record id, or by the `id` with which that record was imported; both
 * become the record id. Whether the targets exist is checked once per batch.
 */
import { LRUCache } from "lru-cache";
import type { Configuration, Entity, JsonObject } from "../../model";
import { findVisible } from "../../store/records/read";
import type { Author } from "./author";
import { recordIdOf } from "./record-id";
import { readExternalId } from "./record-members";

/** `given` is the value in the file. */
export type Reference = { field: string; entityKey: string; id: string; given: string };

/**
 * Returns the data with record ids in its reference fields. Values that cannot be references stay, and validation refuses them.
 */
export function resolveReferences(
  configuration: Configuration,
  entity: Entity,
  data: JsonObject,
): { data: JsonObject; references: Reference[] } {
  const references: Reference[] = [];
  const resolved = { ...data };
  for (const field of entity.fields.values()) {
    const target = field.reference === null ? undefined : configuration.entities.get(field.reference);
    const given = target === undefined ? null : readExternalId(data[field.key]);
    if (target === undefined || !given) continue;
    const id = recordIdOf(target.id, given);
    resolved[field.key] = id;
    references.push({ field: field.key, entityKey: target.key, id, given });
  }
  return { data: resolved, references };
}

/** Enough for the countries and customers that a file names again and again. */
const MAX_REMEMBERED = 50_000;

/** Remembers which records exist, as far as this author can see them. */
export class Present {
  private readonly seen = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  constructor(
    private readonly configuration: Configuration,
    private readonly author: Author,
  ) {}

  /** The references that point to an existing record. Queries only those that were not seen before. */
  async among(references: Reference[]): Promise<Set<Reference>> {
    const unseen = references.filter((reference) => !this.seen.has(keyOf(reference)));
    for (const entityKey of new Set(unseen.map((reference) => reference.entityKey))) {
      const target = this.configuration.entities.get(entityKey);
      if (target === undefined) continue;
      const ids = new Set(unseen.filter((reference) => reference.entityKey === entityKey).map(({ id }) => id));
      for (const id of await findVisible(target.id, [...ids], this.author.visible(entityKey)))
        this.seen.set(keyOf({ entityKey, id }), true);
    }
    return new Set(references.filter((reference) => this.seen.has(keyOf(reference))));
  }
}

function keyOf({ entityKey, id }: { entityKey: string; id: string }): string {
  return `${entityKey}:${id}`;
}
