/** Turns a file's records into batch operations. Decides only on foreign ids, times and values that several records have. */
import { createHash } from "node:crypto";
import { ApiError, type ErrorDetail } from "../../errors";
import type { Configuration, Entity, Field, JsonObject } from "../../model";
import type { Operation } from "../batch/operation";
import { type Match, readMatch } from "../batch/subjects";
import { uniqueText } from "../rules/derive";
import { invalidData } from "../rules/validate";
import type { Author } from "./author";
import { ContentIds, recordIdOf } from "./record-id";
import { readExternalId, readMembers } from "./record-members";

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
    const {
      id,
      created,
      updated,
      data: given,
      faults,
    } = readMembers(entity, record, { now, isSystem: email === null });
    const data = withRecordIds(caller.configuration, entity, given);
    if (match === undefined) {
      // Also for refused lines, so that correcting one of them does not change the ids of equal records.
      const origin = { id: id ?? contentIds.next(entity.id, given), created, updated };
      return faults.length > 0 ? refused(faults) : { op: "create", data, origin };
    }
    const { [match.key]: value = null, ...rest } = data;
    const found = readMatch(access, { key: match.key, value });
    if (found instanceof ApiError) return { op: "none", error: found };
    const all = [...faults, ...findRepeated(line, found)];
    if (all.length > 0) return refused(all);
    const origin = { id, created, updated };
    return { op: "upsert", match: { key: match.key, value: found.value }, ifMatch: "any", data: rest, origin };
  };
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
