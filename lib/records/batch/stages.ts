/** Splits a batch into stages: an operation that finds a record by value waits for earlier ones that may change the match. */
import type { EntityAccess } from "../../access/compile";
import type { Entity } from "../../model";
import { uniqueText } from "../rules/derive";
import { type ReferenceKey, referenceKeys } from "../rules/reference-keys";
import { checkData } from "../rules/validate";
import type { Work } from "../work";
import type { Operation, SentMatch } from "./operation";

/** `given`: values set in `data`; `matched`: by upserts; `taken`: fields whose values may go; `changes`: records may change. */
type Stage = {
  indices: number[];
  given: Set<string>;
  matched: Set<string>;
  taken: Set<string>;
  changes: boolean;
};

/** Returns the operations' indices by stage. */
export function inStages(work: Work, operations: Operation[]): number[][] {
  const { access } = work;
  const keys = operations.map((operation) => ownKeys(work, operation));
  if (!operations.some(({ op }, index) => op === "upsert" || (keys[index] ?? []).length > 0))
    return [[...operations.keys()]];
  let stage = newStage();
  const stages = [stage];
  for (const [index, operation] of operations.entries()) {
    if (mustWait(access, stage, operation, keys[index] ?? [])) {
      stage = newStage();
      stages.push(stage);
    }
    stage.indices.push(index);
    note(access.entity, stage, operation);
  }
  return stages.map(({ indices }) => indices);
}

function newStage(): Stage {
  return { indices: [], given: new Set(), matched: new Set(), taken: new Set(), changes: false };
}

/** References by key to the batch's own entity. */
function ownKeys({ caller, access }: Work, operation: Operation): ReferenceKey[] {
  if (!("data" in operation)) return [];
  const keys = [...referenceKeys(caller.access, access, operation.data).values()];
  return keys.filter(({ target }) => target.entity.id === access.entity.id);
}

function mustWait(
  { entity, scopeOf }: EntityAccess,
  stage: Stage,
  operation: Operation,
  keys: ReferenceKey[],
): boolean {
  const { given, matched, taken, changes } = stage;
  if (operation.op === "upsert" && (taken.has(operation.match.key) || given.has(textOf(entity, operation.match))))
    return true;
  if (keys.length > 0 && changes && scopeOf("list") !== "all") return true;
  return keys.some(({ field, value }) => {
    const text = `${field.key} ${uniqueText(field, value)}`;
    return taken.has(field.key) || given.has(text) || matched.has(text);
  });
}

function note(entity: Entity, stage: Stage, operation: Operation): void {
  if (!("data" in operation)) return;
  const match = operation.op === "upsert" ? operation.match : null;
  if (match !== null) stage.matched.add(textOf(entity, match));
  if (operation.op !== "create") stage.changes = true;
  for (const { key, unique } of entity.fields.values()) {
    const isLabel = entity.uniqueLabel && key === entity.labelField;
    if ((!unique && !isLabel) || !Object.hasOwn(operation.data, key)) continue;
    stage.given.add(textOf(entity, { key, value: operation.data[key] ?? null }));
    if (operation.op !== "create" && match?.key !== key) stage.taken.add(key);
  }
}

/** One text for all spellings of a stored value. */
function textOf(entity: Entity, { key, value }: SentMatch): string {
  const field = entity.fields.get(key);
  const stored = checkData(entity, { [key]: value }).data[key] ?? value;
  return `${key} ${field === undefined ? stored : uniqueText(field, stored)}`;
}
