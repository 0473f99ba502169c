/**
 * In which order operations can be written in sets. A set is written by a statement or two, whose order nobody sees; so an
 * operation that depends on one before it begins a new segment. Pure.
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

/** What makes its references: of a change, only those that change. */
export function referencedData(ready: Ready): JsonObject {
  return ready.kind === "create" ? ready.draft.data : ready.change.changed;
}

export function verbsOf(ready: Ready): VerbWord[] {
  return ready.kind === "create" ? ready.draft.verbs : ready.change.verbs;
}

/**
 * The places of the operations, in their order. An upsert by a value that an operation before it gives, or may take from a record,
 * is judged once that one is written: till then it would be about another record.
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

/** One text for all that are stored alike. */
function textOf(entity: Entity, { key, value }: { key: string; value: JsonValue }): string {
  const field = entity.fields.get(key);
  const stored = checkData(entity, { [key]: value }).data[key] ?? value;
  return `${key} ${field === undefined ? stored : uniqueText(field, stored)}`;
}

/** In their order. */
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

/** Those that refer to no record that an operation before them changes: it may come into sight, or leave it. */
export function withOwnReferences(entity: Entity, ready: Ready[]): Ready[] {
  const changed = new Set<string>();
  return ready.filter((each) => {
    const isOwn = !referredIds(entity, each).some((id) => changed.has(id));
    if (each.kind === "change") changed.add(each.change.stored.id);
    return isOwn;
  });
}

/** In characters, of the records of one statement: writing its values into the form of the driver takes a turn of the event loop. */
const MAX_PART = 64 * 1024;

/** Parts of a set, each of a size that can be written at once; of records of usual size, all of them. */
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

/** By the values that no two records can have. */
export function inKeyOrder<Own extends Ready>(entity: Entity, ready: Own[]): Own[] {
  const keyed = ready.map((each) => ({ each, key: uniqueKeys(entity, each).sort().join("\n") }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ each }) => each);
}

/** The values that no two records can have, which it takes or gives up. */
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
