/** Computes the answer and effect of a create, an update or a delete (spec: Create, Update, Delete; contract §§ 1, 7, 8). */
import type { JsonObject, JsonValue } from "@/lib/model";
import { refused, type Verdict } from "./ask";
import { judgeConflicts, parentOf, type Writer } from "./conflicts";
import { changesOf, hasForbiddenKey, isEmpty, mayBeDeleted, mayBegin, sortOut, wayOf } from "./data";
import { type FieldFile, fieldIn, type ModelRecord, type Principal } from "./file";
import { shownData } from "./listing";
import type { Rights } from "./permissions";

export function judgeCreate(writer: Writer, body: JsonValue): Verdict {
  const { rights, principal } = writer;
  const { entity } = rights;
  const given = dataOfBody(body);
  if (given === undefined) return refused("INVALID_BODY");
  if (hasForbiddenKey(rights, given)) return refused("PERMISSION_DENIED");
  const { taken, wrong } = sortOut(rights, given);
  const data = Object.fromEntries(
    entity.fields.map((field) => [field.key, taken[field.key] ?? startOf(field, given, rights)]),
  );
  const stateKey = entity.lifecycle?.field ?? "";
  const isStateGiven = Object.hasOwn(given, stateKey) && wrong.includes(stateKey) && isWritable(rights, stateKey);
  if (!isStateGiven && !mayBegin(entity, data)) return refused("PERMISSION_DENIED");
  const missing = entity.fields.filter((field) => field.required && isEmpty(data[field.key]));
  if (!missing.every(rights.mayWrite)) return refused("PERMISSION_DENIED");
  const faults = new Set([...wrong, ...missing.map(({ key }) => key)]);
  if (faults.size > 0) return refused("INVALID_BODY", [...faults]);

  const record = { ...newRecord(entity.key, principal), data };
  const isInside = (key: string) => rights.writes(fieldIn(entity, key) as FieldFile, record);
  if (!rights.reaches("create", record) || !Object.keys(given).every(isInside)) return refused("PERMISSION_DENIED");
  const conflict = judgeConflicts(writer, record, data);
  if (conflict !== null) return conflict;
  const effect = { kind: "created", entity: entity.key, data } as const;
  if (!rights.reaches("list", record)) return { ...refused("CREATED_RECORD_NOT_READABLE"), effect };
  return { kind: "record", status: 201, shown: { id: null, data: shownData(rights, record, null) }, effect };
}

function isWritable(rights: Rights, key: string): boolean {
  const field = fieldIn(rights.entity, key);
  return field !== undefined && rights.mayWrite(field);
}

/** The initial value of a field whose value was refused: null if null was given, else the default. */
function startOf(field: FieldFile, given: JsonObject, rights: Rights): JsonValue {
  if (given[field.key] === null && rights.mayWrite(field)) return null;
  return field.default ?? null;
}

/** Stands for a record that has no id yet: no filter of a scope asks for more than its data and creator. */
function newRecord(entity: string, principal: Principal): Omit<ModelRecord, "data"> {
  const now = new Date().toISOString();
  return { id: "new", entity, created: now, updated: now, versionId: "new", createdBy: principal.memberId };
}

export function judgeUpdate(writer: Writer, id: string, ifMatch: string | null, body: JsonValue): Verdict {
  const { rights } = writer;
  const { entity } = rights;
  const stored = findForWrite(writer, id, "update");
  if ("kind" in stored) return stored;
  if (isAbsent(ifMatch)) return refused("PRECONDITION_REQUIRED");
  const given = dataOfBody(body);
  if (given === undefined) return refused("INVALID_BODY");
  if (!holdsVersion(ifMatch, stored.versionId)) return refused("PRECONDITION_FAILED");

  if (hasForbiddenKey(rights, given)) return refused("PERMISSION_DENIED");
  const { taken, wrong } = sortOut(rights, given);
  const changes = changesOf(rights, stored, given, taken);
  const way = wayOf(entity, stored.data, changes);
  const written = Object.keys(given).filter((key) => isWritable(rights, key));
  const canBeMadeTo = (record: ModelRecord) =>
    (way.right === null || rights.reaches(way.right, record)) &&
    written.every((key) => rights.writes(fieldIn(entity, key) as FieldFile, record));
  if (!way.allowed || !canBeMadeTo(stored)) return refused("PERMISSION_DENIED");
  const cleared = entity.fields.filter(
    ({ key, required }) => required && Object.hasOwn(taken, key) && isEmpty(taken[key]),
  );
  const faults = new Set([...wrong, ...cleared.map(({ key }) => key)]);
  if (faults.size > 0) return refused("INVALID_BODY", [...faults]);

  const changed = { ...stored, data: { ...stored.data, ...taken } };
  if (Object.keys(changes).length === 0) return updated(rights, stored, { kind: "none" });
  if (!rights.reaches("update", changed) || !canBeMadeTo(changed)) return refused("PERMISSION_DENIED");
  const conflict = judgeConflicts(writer, changed, changes);
  return conflict ?? updated(rights, changed, { kind: "updated", id, data: changed.data });
}

/** contract § 7: a caller who may not see the record gets empty data. */
function updated(rights: Rights, record: ModelRecord, effect: Verdict["effect"]): Verdict {
  const data = rights.reaches("list", record) ? shownData(rights, record, null) : {};
  return { kind: "record", status: 200, shown: { id: record.id, data }, effect };
}

export function judgeDelete(writer: Writer, id: string, ifMatch: string | null): Verdict {
  const { world, rights } = writer;
  const stored = findForWrite(writer, id, "delete");
  if ("kind" in stored) return stored;
  if (isAbsent(ifMatch)) return refused("PRECONDITION_REQUIRED");
  if (!holdsVersion(ifMatch, stored.versionId)) return refused("PRECONDITION_FAILED");
  if (!mayBeDeleted(rights.entity, stored.data)) return refused("PERMISSION_DENIED");
  if (world.records.some((record) => parentOf(world, record) === id)) return refused("PARENT_REFERENCE");
  return { kind: "value", data: { id, entityKey: rights.entity.key, deleted: true }, effect: { kind: "deleted", id } };
}

function findForWrite({ world, rights }: Writer, id: string, verb: string): ModelRecord | Verdict {
  const stored = world.records.find((record) => record.id === id && record.entity === rights.entity.key);
  if (stored === undefined) return refused("RECORD_NOT_FOUND");
  if (rights.reaches(verb, stored)) return stored;
  return refused(rights.reaches("list", stored) ? "PERMISSION_DENIED" : "RECORD_NOT_FOUND");
}

function dataOfBody(body: JsonValue): JsonObject | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const { data, ...more } = body;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  return Object.keys(more).length === 0 ? data : undefined;
}

function isAbsent(ifMatch: string | null): ifMatch is null {
  return ifMatch === null || ifMatch.trim() === "";
}

/** `*`, or a list of quoted tags; a weak one never matches, and a malformed header matches nothing. */
function holdsVersion(ifMatch: string, versionId: string): boolean {
  if (ifMatch.trim() === "*") return true;
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  return tags.every((tag) => /^(W\/)?"[^"]*"$/.test(tag)) && tags.includes(`"${versionId}"`);
}
