/** The other end of references (contract § 6): records that a caller can list there, and names that it can ask for there. */
import type { JsonObject, JsonValue } from "@/lib/model";
import { type EntityFile, fieldIn, type ModelRecord, type Principal, type World, type WorldFile } from "./file";
import { matches } from "./filters";
import { shownData } from "./listing";
import { type Rights, rightsOf } from "./permissions";

/** The caller and the entity. */
export type Reader = { world: World; principal: Principal; rights: Rights };

/** The entity and the name that a name of a filter stands for; null where the caller may not ask. */
export function lookUp(file: WorldFile, principal: Principal, rights: Rights, written: string) {
  if (!written.includes(".")) return rights.mayQuery(written) ? { entity: rights.entity, name: written } : null;
  const [key = "", name = "", ...more] = written.split(".");
  const field = fieldIn(rights.entity, key);
  const behind = field?.type === "reference" ? rightsOf(file, principal, String(field.entity)) : null;
  const mayAsk = rights.mayQuery(key) && behind?.permissions.list === true && behind.mayQuery(name);
  return mayAsk && more.length === 0 ? { entity: behind.entity, name } : null;
}

/** A caller's filter, which is legal. */
export function matchesAsked({ world, principal, rights }: Reader, where: JsonValue, record: ModelRecord): boolean {
  const one = (part: JsonValue) => matchesAsked({ world, principal, rights }, part, record);
  if (!Array.isArray(where)) {
    const { and, or, not } = where as { and?: JsonValue[]; or?: JsonValue[]; not?: JsonValue };
    if (and !== undefined) return and.every(one);
    return or !== undefined ? or.some(one) : !one(not ?? null);
  }
  const [name, ...condition] = where;
  const [key = "", inner] = String(name).split(".");
  if (inner === undefined) return matches(where, record, rights.entity, principal);
  const found = listed({ world, principal, rights }, key, record);
  return found !== null && matches([inner, ...condition], found.record, found.rights.entity, principal);
}

export function canExpand(names: unknown, { entity, mayRead }: Rights): boolean {
  if (!Array.isArray(names) || names.length === 0) return false;
  return names.every((name) => {
    const field = fieldIn(entity, String(name));
    return field?.type === "reference" && mayRead(field);
  });
}

/** Envelopes by the key of the reference; undefined where nothing is expanded. */
export function expandedOf(reader: Reader, record: ModelRecord, names: string[]): JsonObject | undefined {
  if (names.length === 0) return undefined;
  const entries = names.map((name): [string, JsonValue] => {
    const field = fieldIn(reader.rights.entity, name);
    const found = field !== undefined && reader.rights.reads(field, record) ? listed(reader, name, record) : null;
    if (found === null) return [name, null];
    const { id, entity: entityKey, created, updated, versionId } = found.record;
    return [name, { id, entityKey, created, updated, versionId, data: shownData(found.rights, found.record, null) }];
  });
  return Object.fromEntries(entries);
}

function listed({ world, principal, rights }: Reader, key: string, record: ModelRecord) {
  const entity: EntityFile["key"] = String(fieldIn(rights.entity, key)?.entity);
  const behind = rightsOf(world.file, principal, entity);
  const found = world.records.find((each) => each.entity === entity && each.id === record.data[key]);
  return behind !== null && found !== undefined && behind.reaches("list", found)
    ? { record: found, rights: behind }
    : null;
}
