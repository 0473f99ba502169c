/** Turns a file's records into batch operations. Decides only on foreign ids, times and values that several records have. */
import { createHash } from "node:crypto";
import { ApiError, type ErrorDetail } from "../../errors";
import type { Configuration, Entity, Field, JsonObject, JsonValue } from "../../model";
import { parseDatetime, WIRE_TYPES } from "../../wire-types";
import type { Operation } from "../batch/operation";
import { type Match, readMatch } from "../batch/subjects";
import { uniqueText } from "../rules/derive";
import { invalidData } from "../rules/validate";
import type { Author } from "./author";
import { ContentIds, recordIdOf } from "./record-id";

/** The properties of a file's record that are not fields. */
export const IMPORT_MEMBERS = ["id", "created", "updated"] as const;

/** `match`: the unique field by which records are found and updated; without it, records are only added. */
export type Destination = { author: Author; match?: Field };

/**
 * Returns a stateful function: ids and duplicate values depend on earlier lines. `now` is the start, by the database's clock.
 */
export function toOperations({ author, match }: Destination, now: Date) {
  const { caller, access, email } = author;
  const { entity } = access;
  const contentIds = new ContentIds();
  const lines = new Map<string, number>();

  const findRepeated = (line: number, found: Match): ErrorDetail[] => {
    const name = nameOf(found);
    const earlier = lines.get(name);
    if (earlier === undefined) lines.set(name, line);
    return earlier === undefined ? [] : [{ field: found.field.key, message: `line ${earlier} already has this value` }];
  };

  return (line: number, record: JsonObject): Operation => {
    const faults: ErrorDetail[] = [];
    const { id: name, created: began, updated: changed, ...given } = record;
    const externalId = readExternalId(name);
    if (externalId === undefined) faults.push({ field: "id", message: "must be a string that is not empty" });
    const [created, updated] = readTimes([began, changed], { now, isSystem: email === null }, faults);
    const data = withRecordIds(caller.configuration, entity, given);
    const origin = { id: externalId ? recordIdOf(entity.id, externalId) : null, created, updated };
    if (match === undefined) {
      // Also for refused lines, so that correcting one of them does not change the ids of equal records.
      const id = origin.id ?? contentIds.next(entity.id, given);
      return faults.length > 0 ? refused(faults) : { op: "create", data, origin: { ...origin, id } };
    }
    const { [match.key]: value = null, ...rest } = data;
    const found = readMatch(access, { key: match.key, value });
    if (found instanceof ApiError) return { op: "none", error: found };
    const all = [...faults, ...findRepeated(line, found)];
    if (all.length > 0) return refused(all);
    return { op: "upsert", match: { key: match.key, value: found.value }, ifMatch: "any", data: rest, origin };
  };
}

/** `now` is by the database's clock; clients that poll by update time would miss later dates. Only the system can set times. */
function readTimes(
  given: (JsonValue | undefined)[],
  { now, isSystem }: { now: Date; isSystem: boolean },
  faults: ErrorDetail[],
): [created: string | null, updated: string | null] {
  const latest = now.toISOString();
  const [created = null, updated = null] = ["created", "updated"].map((field, at) => {
    const value = given[at] ?? null;
    const moment = typeof value === "string" ? parseDatetime(value) : undefined;
    if (value === null) return null;
    if (!isSystem) faults.push({ field, message: "is set by the system; leave it out, or import without --as" });
    else if (moment === undefined) faults.push({ field, message: `must be ${WIRE_TYPES.datetime.form}` });
    else if (moment > latest) faults.push({ field, message: `lies in the future: the import began at ${latest}` });
    return moment ?? null;
  });
  if (updated !== null && (created === null || updated < created))
    faults.push({ field: "updated", message: "needs a created that is not later" });
  return [created, updated];
}

/** null if absent, undefined if invalid. */
function readExternalId(value: JsonValue | undefined): string | null | undefined {
  if (value === undefined || value === null) return null;
  // Other systems number their records, and CSV does not distinguish numbers from text.
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function refused(faults: ErrorDetail[]): Operation {
  return { op: "none", error: invalidData(faults, "validation") };
}

/** Replaces foreign ids in reference fields. Other values stay, and the batch checks them. */
function withRecordIds({ entities }: Configuration, { fields }: Entity, data: JsonObject): JsonObject {
  const resolved = { ...data };
  for (const { key, reference } of fields.values()) {
    const target = reference === null ? undefined : entities.get(reference);
    const given = target === undefined ? null : readExternalId(data[key]);
    if (target !== undefined && given) resolved[key] = recordIdOf(target.id, given);
  }
  return resolved;
}

/** In UTF-16 units. Longer values are hashed. */
const MAX_NAME_LENGTH = 64;

/** One name for all spellings of a value, like the unique index. */
function nameOf({ field, value }: Match): string {
  const text = uniqueText(field, value);
  return text.length <= MAX_NAME_LENGTH ? text : createHash("sha256").update(text).digest("base64");
}
