/** Splits operations into sets for one statement each: an operation that depends on an earlier one begins a new set. */
import type { Entity, JsonObject } from "../../model";
import { foldLabel, uniqueText } from "../rules/derive";
import { parentsCanCycle } from "../rules/references";
import type { Work } from "../work";
import type { Checked } from "./check";
import { sizeOf } from "./operation";
import type { Subject } from "./subjects";

/** `index` is the position of the operation in the batch; `keys` are from `uniqueKeys`. */
export type Ready = Checked & { index: number; match: Subject["match"]; keys: string[] };

/** For a change, only the changed fields. */
export function referencedData(ready: Ready): JsonObject {
  return ready.kind === "create" ? ready.data : ready.changed;
}

export function inSegments({ caller, access }: Work, ready: Ready[]): Ready[][] {
  const { entity } = access;
  const movesAlone = parentsCanCycle(caller.configuration, entity);
  // A record can refer to a new one of its own statement only if both are sure to be in it, and visible.
  const apart = access.scopeOf("list") !== "all" || [...entity.fields.values()].some(({ writeVerb }) => writeVerb);
  const segments: Ready[][] = [];
  let written = new Set<string>();
  let keys = new Set<string>();
  let isAlone = false;
  for (const each of ready) {
    const isMove = movesAlone && each.kind === "change" && Object.hasOwn(each.changed, entity.parentField ?? "");
    const waits = each.keys.some((key) => keys.has(key)) || referredIds(entity, each).some((id) => written.has(id));
    const depends = isMove || isAlone || waits;
    if (depends || segments.length === 0) {
      segments.push([]);
      written = new Set();
      keys = new Set();
    }
    segments.at(-1)?.push(each);
    if (each.kind === "change") written.add(each.stored.id);
    else if (apart) written.add(each.id);
    for (const key of each.keys) keys.add(key);
    isAlone = isMove;
  }
  return segments;
}

export function pointsToItself({ fields, key }: Entity): boolean {
  return [...fields.values()].some(({ reference }) => reference === key);
}

/** Drops operations that refer to a record changed earlier, because that record's visibility may change. */
export function withOwnReferences(entity: Entity, ready: Ready[]): Ready[] {
  const changed = new Set<string>();
  return ready.filter((each) => {
    const isOwn = !referredIds(entity, each).some((id) => changed.has(id));
    if (each.kind === "change") changed.add(each.stored.id);
    return isOwn;
  });
}

export function inParts(group: Ready[], partSize: number): Ready[][] {
  const parts: Ready[][] = [[]];
  let size = 0;
  for (const each of group) {
    const own = sizeOf(each.data);
    if (size > 0 && size + own > partSize) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(each);
    size += own;
  }
  return parts;
}

export function inKeyOrder(ready: Ready[]): Ready[] {
  const keyed = ready.map((each) => ({ each, key: [...each.keys].sort().join("\n") }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ each }) => each);
}

/** Unique values that the operation takes or releases, and the id that it assigns. */
export function uniqueKeys(entity: Entity, checked: Checked): string[] {
  const states = checked.kind === "create" ? [checked.data] : [checked.stored.data, checked.data];
  const keys = states.flatMap((data) => keysIn(entity, data, entity.uniqueFields));
  return checked.kind === "create" && checked.origin?.id ? [`id ${checked.id}`, ...keys] : keys;
}

export function keysIn(entity: Entity, data: JsonObject, fields: readonly string[]): string[] {
  const label = entity.uniqueLabel && fields.includes(entity.labelField) ? foldLabel(data[entity.labelField]) : null;
  const values = [...entity.fields.values()]
    .filter(({ key, unique }) => unique && fields.includes(key) && data[key] !== null)
    .map((field) => `${field.key} ${uniqueText(field, data[field.key] ?? null)}`);
  return label === null ? values : [`label ${label}`, ...values];
}

function referredIds(entity: Entity, ready: Ready): string[] {
  const data = referencedData(ready);
  return Object.keys(data)
    .filter((key) => entity.fields.get(key)?.reference === entity.key)
    .map((key) => String(data[key]));
}
