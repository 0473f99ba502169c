/**
 * Splits operations into sets that can each be written in one statement. The order within a set has no effect, so an operation
 * that depends on an earlier one begins a new segment. Pure.
 */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import type { Entity, JsonObject, VerbWord } from "../../model";
import { labelKeyOf } from "../rules/derive";
import { parentsCanCycle } from "../rules/references";
import { uniqueText } from "../rules/unique-value";
import type { Checked } from "./check";
import { sizeOf } from "./operation";
import type { Subject } from "./subjects";

/** `index` is the position of the operation in the batch. */
export type Ready = Checked & { index: number; match: Subject["match"] };

/** The data that contains the references; for a change, only the changed fields. */
export function referencedData(ready: Ready): JsonObject {
  return ready.kind === "create" ? ready.draft.data : ready.change.changed;
}

export function verbsOf(ready: Ready): VerbWord[] {
  return ready.kind === "create" ? ready.draft.verbs : ready.change.verbs;
}

export function inSegments({ caller, access }: { caller: Caller; access: EntityAccess }, ready: Ready[]): Ready[][] {
  const { entity } = access;
  const movesAlone = parentsCanCycle(caller.configuration, entity);
  const segments: Ready[][] = [];
  let changed = new Set<string>();
  let keys = new Set<string>();
  let isAlone = false;
  for (const each of ready) {
    const own = uniqueKeys(entity, each);
    const isMove = movesAlone && each.kind === "change" && Object.hasOwn(each.change.changed, entity.parentField ?? "");
    const depends =
      isMove || isAlone || own.some((key) => keys.has(key)) || referredIds(entity, each).some((id) => changed.has(id));
    if (depends || segments.length === 0) {
      segments.push([]);
      changed = new Set();
      keys = new Set();
    }
    segments.at(-1)?.push(each);
    if (each.kind === "change") changed.add(each.change.stored.id);
    for (const key of own) keys.add(key);
    isAlone = isMove;
  }
  return segments;
}

/**
 * Keeps operations that do not refer to a record that an earlier operation changes, because that record's visibility may change.
 */
export function withOwnReferences(entity: Entity, ready: Ready[]): Ready[] {
  const changed = new Set<string>();
  return ready.filter((each) => {
    const isOwn = !referredIds(entity, each).some((id) => changed.has(id));
    if (each.kind === "change") changed.add(each.change.stored.id);
    return isOwn;
  });
}

/** In characters, for the records of one statement: the driver encodes their values in one iteration of the event loop. */
const MAX_PART = 64 * 1024;

/** Splits a set into parts of that size; usually there is one. */
export function inParts(group: Ready[]): Ready[][] {
  const parts: Ready[][] = [[]];
  let size = 0;
  for (const each of group) {
    const own = sizeOf(each.kind === "create" ? each.draft.data : each.change.data);
    if (size > 0 && size + own > MAX_PART) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(each);
    size += own;
  }
  return parts;
}

/** Sorts operations by their unique values. */
export function inKeyOrder<Own extends Ready>(entity: Entity, ready: Own[]): Own[] {
  const keyed = ready.map((each) => ({ each, key: uniqueKeys(entity, each).sort().join("\n") }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ each }) => each);
}

/** The unique values that the operation takes or releases. */
function uniqueKeys(entity: Entity, ready: Ready): string[] {
  const states = ready.kind === "create" ? [ready.draft.data] : [ready.change.stored.data, ready.change.data];
  return states.flatMap((data) => keysIn(entity, data, entity.uniqueFields));
}

/** The unique values of a record among these fields. */
export function keysIn(entity: Entity, data: JsonObject, fields: readonly string[]): string[] {
  const label = entity.uniqueLabel && fields.includes(entity.labelField) ? labelKeyOf(entity, data) : null;
  const values = [...entity.fields.values()]
    .filter(({ key, unique }) => unique && fields.includes(key) && data[key] !== null)
    .map((field) => `${field.key} ${uniqueText(field, data[field.key] ?? null)}`);
  return label === null ? values : [`label ${label}`, ...values];
}

/** The record after the operation. */
export function dataAfter(ready: Ready): JsonObject {
  return ready.kind === "create" ? ready.draft.data : ready.change.data;
}

function referredIds(entity: Entity, ready: Ready): string[] {
  const data = referencedData(ready);
  return Object.keys(data)
    .filter((key) => entity.fields.get(key)?.reference === entity.key)
    .map((key) => String(data[key]));
}
