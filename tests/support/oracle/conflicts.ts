/** Finds what a write conflicts with among other records: references, parents, labels and unique values (contract §§ 7, 8). */
import type { ErrorCode } from "@/lib/errors";
import type { JsonObject } from "@/lib/model";
import { refused, type Verdict } from "./ask";
import { type EntityFile, entityIn, type FieldFile, type ModelRecord, type Principal, type World } from "./file";
import { type Rights, rightsOf } from "./permissions";
import { compareValues, sameLabel } from "./values";

export type Writer = { world: World; principal: Principal; rights: Rights };

/** References and parents among `changes`, and the label of the whole record. null: none. */
export function judgeConflicts(writer: Writer, record: ModelRecord, changes: JsonObject): Verdict | null {
  const { world, rights } = writer;
  const { entity } = rights;
  const pointing = entity.fields.filter(({ key, type }) => type === "reference" && (changes[key] ?? null) !== null);
  const lost = pointing.filter((field) => !canSee(writer, String(field.entity), String(changes[field.key])));
  const plain = lost.filter(({ key }) => key !== entity.parentField).map(({ key }) => key);
  if (plain.length > 0) return refused("INVALID_BODY", plain);

  const codes: ErrorCode[] = [];
  const isNewParent = pointing.some(({ key }) => key === entity.parentField);
  if (lost.length > 0 || (isNewParent && closesCycle(world, record))) codes.push("PARENT_REFERENCE");
  if (entity.uniqueLabel && hasTakenLabel(world, entity, record)) codes.push("DUPLICATE_LABEL");
  else if (entity.fields.some((field) => field.unique && hasTakenValue(world, field, record)))
    codes.push("DUPLICATE_LABEL");
  return codes.length === 0 ? null : refused(codes);
}

/** A blank label does not count. */
function hasTakenLabel(world: World, { key, labelField }: EntityFile, record: ModelRecord): boolean {
  const labelOf = ({ data }: ModelRecord) => String(data[labelField] ?? "").trim();
  const others = world.records.filter((other) => other.entity === key && other.id !== record.id);
  return labelOf(record) !== "" && others.some((other) => sameLabel(labelOf(other), labelOf(record)));
}

/** Compared exactly; an empty value does not count. */
function hasTakenValue(world: World, { key, type }: FieldFile, record: ModelRecord): boolean {
  const ownValue = ({ data }: ModelRecord) => data[key] ?? null;
  const own = ownValue(record);
  const others = world.records.filter(({ id, entity }) => entity === record.entity && id !== record.id).map(ownValue);
  return own !== null && others.some((other) => other !== null && compareValues(type, other, own) === 0);
}

function canSee({ world, principal }: Writer, entityKey: string, id: string): boolean {
  const rights = rightsOf(world.file, principal, entityKey);
  const target = world.records.find((record) => record.id === id && record.entity === entityKey);
  return rights !== null && target !== undefined && rights.reaches("list", target);
}

export function parentOf({ file }: World, record: ModelRecord): string | null {
  const parentField = entityIn(file, record.entity)?.parentField;
  return parentField === undefined ? null : ((record.data[parentField] ?? null) as string | null);
}

function closesCycle(world: World, record: ModelRecord): boolean {
  let above = parentOf(world, record);
  for (let steps = 0; above !== null && steps <= world.records.length; steps += 1) {
    if (above === record.id) return true;
    const parent = world.records.find(({ id }) => id === above);
    above = parent === undefined ? null : parentOf(world, parent);
  }
  return false;
}
