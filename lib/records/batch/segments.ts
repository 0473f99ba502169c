/**
 * The order in which operations can be written in sets. Within a set the order is not visible, so an operation that depends
 * on an earlier one begins a new segment. Pure.
 */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import type { Entity, JsonObject, JsonValue, VerbWord } from "../../model";
import { labelKeyOf } from "../rules/derive";
import { parentsCanCycle } from "../rules/references";
import { uniqueText } from "../rules/unique-value";
import { checkData } from "../rules/validate";
import type { Judged } from "./judge";
import { type Operation, sizeOf } from "./operation";
import type { Subject } from "./subjects";

/** `index`: the place of the operation in the batch. */
export type Ready = Judged & { index: number; match: Subject["match"] };

/** The data with its references: of a change only what changes. */
export function referencedData(ready: Ready): JsonObject {
  return ready.kind === "create" ? ready.draft.data : ready.change.changed;
}

export function verbsOf(ready: Ready): VerbWord[] {
  return ready.kind === "create" ? ready.draft.verbs : ready.change.verbs;
}

/**
 * The places of the operations, in stages. An upsert by a value that an earlier operation gives, or may take from a record,
 * waits for that one to be written: before, it could mean another record.
 */
export function inStages(entity: Entity, operations: Operation[]): number[][] {
  if (!operations.some(({ op }) => op === "upsert")) return [[...operations.keys()]];
  const unique = [...entity.fields.values()].filter((field) => field.unique);
  const stages: number[][] = [[]];
  let given = new Set<string>();
  let taken = new Set<string>();
  for (const [index, operation] of operations.entries()) {
    if (operation.op === "upsert" && (taken.has(operation.match.key) || given.has(textOf(entity, operation.match)))) {
      stages.push([]);
      given = new Set();
      taken = new Set();
    }
    stages.at(-1)?.push(index);
    if (!("data" in operation)) continue;
    for (const { key } of unique) {
      if (!Object.hasOwn(operation.data, key)) continue;
      given.add(textOf(entity, { key, value: operation.data[key] ?? null }));
      const isMatch = operation.op === "upsert" && operation.match.key === key;
      if (operation.op !== "create" && !isMatch) taken.add(key);
    }
  }
  return stages;
}

/** One text for all spellings of a stored value. */
function textOf(entity: Entity, { key, value }: { key: string; value: JsonValue }): string {
  const field = entity.fields.get(key);
  const stored = checkData(entity, { [key]: value }).data[key] ?? value;
  return `${key} ${field === undefined ? stored : uniqueText(field, stored)}`;
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

/** Those that do not refer to a record changed by an earlier operation: its visibility may change. */
export function withOwnReferences(entity: Entity, ready: Ready[]): Ready[] {
  const changed = new Set<string>();
  return ready.filter((each) => {
    const isOwn = !referredIds(entity, each).some((id) => changed.has(id));
    if (each.kind === "change") changed.add(each.change.stored.id);
    return isOwn;
  });
}

/** In characters, of the records of one statement: the driver writes their values in one turn of the event loop. */
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

/** Sorted by their unique values. */
export function inKeyOrder<Own extends Ready>(entity: Entity, ready: Own[]): Own[] {
  const keyed = ready.map((each) => ({ each, key: uniqueKeys(entity, each).sort().join("\n") }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ each }) => each);
}

/** The unique values that it takes or gives up. */
function uniqueKeys(entity: Entity, ready: Ready): string[] {
  const states = ready.kind === "create" ? [ready.draft.data] : [ready.change.stored.data, ready.change.data];
  const fields = [...entity.fields.values()].filter((field) => field.unique);
  return states.flatMap((data) => {
    const label = entity.uniqueLabel ? labelKeyOf(entity, data) : null;
    const values = fields
      .filter(({ key }) => data[key] !== null)
      .map((field) => `${field.key} ${uniqueText(field, data[field.key] ?? null)}`);
    return label === null ? values : [`label ${label}`, ...values];
  });
}

function referredIds(entity: Entity, ready: Ready): string[] {
  const data = referencedData(ready);
  return Object.keys(data)
    .filter((key) => entity.fields.get(key)?.reference === entity.key)
    .map((key) => String(data[key]));
}
