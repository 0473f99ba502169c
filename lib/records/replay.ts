/**
 * What the repetition of a keyed create is answered (contract § 8): the record as it was created, as far as the rights of
 * today reach it, both as it was created and as it is now. Nothing that was taken out of the caller's sight comes back by an
 * old key.
 */
import type { EntityAccess } from "../access/compile";
import type { Entity, JsonObject, JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { planScope } from "../query/plan";
import { type RecordSnapshot, showSnapshot } from "../store/snapshots";
import { parseWireValue } from "../wire-types";
import type { CreatedRecord } from "./create";
import { projectionOf } from "./view";

/** `outcome`: as it was kept with the key. */
export async function replayCreate(
  access: EntityAccess,
  outcome: JsonObject,
  transaction: Connection,
): Promise<CreatedRecord> {
  const { id, version } = outcome as RecordSnapshot;
  // Kept by a version that did not keep the record: what of its answer could be shown today cannot be told.
  if (outcome.data === undefined) return { id, version, envelope: "", visible: false };
  const { entity } = access;
  const snapshot = { ...(outcome as RecordSnapshot), data: fitData(entity, outcome.data as JsonObject) };
  const sight = {
    entityId: entity.id,
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null),
  };
  return { id, version, ...(await showSnapshot(sight, snapshot, transaction)) };
}

/**
 * With the fields that the entity has today: what became of stored records when fields came and went. A value of another
 * type is that of another field which had the key before.
 */
function fitData(entity: Entity, data: JsonObject): JsonObject {
  const entries = [...entity.fields.values()].map(({ key, type }): [string, JsonValue] => {
    const value = Object.hasOwn(data, key) ? (data[key] ?? null) : null;
    return [key, value === null ? null : (parseWireValue(type, value) ?? null)];
  });
  return Object.fromEntries(entries);
}
