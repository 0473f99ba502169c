/** Reads the properties of a file's record that are not fields: id, created and updated. */
import type { ErrorDetail } from "../../errors";
import type { Entity, JsonObject, JsonValue } from "../../model";
import { parseDatetime, WIRE_TYPES } from "../../wire-types";
import { recordIdOf } from "./record-id";

export const IMPORT_MEMBERS = ["id", "created", "updated"] as const;

/** null if the record does not have it. */
type RecordMembers = {
  id: string | null;
  created: string | null;
  updated: string | null;
  /** Field keys and values, not yet checked. */
  data: JsonObject;
  faults: ErrorDetail[];
};

/** `now` is by the database's clock; clients that poll by update time would miss later dates. Only the system can set times. */
export function readMembers(
  entity: Entity,
  { id, created, updated, ...data }: JsonObject,
  { now, isSystem }: { now: Date; isSystem: boolean },
): RecordMembers {
  const externalId = readExternalId(id);
  const dates = { created: readMoment(created), updated: readMoment(updated) };
  const faults: ErrorDetail[] = [];
  if (externalId === undefined) faults.push({ field: "id", message: "must be a string that is not empty" });
  for (const [field, moment] of Object.entries(dates)) {
    if (!isSystem && moment !== null)
      faults.push({ field, message: "is set by the system; leave it out, or import without --as" });
    else if (moment === undefined) faults.push({ field, message: `must be ${WIRE_TYPES.datetime.form}` });
    else if (moment !== null && moment > now.toISOString())
      faults.push({ field, message: `lies in the future: the import began at ${now.toISOString()}` });
  }
  if (dates.updated && (!dates.created || dates.updated < dates.created))
    faults.push({ field: "updated", message: "needs a created that is not later" });
  return {
    id: externalId ? recordIdOf(entity.id, externalId) : null,
    created: dates.created ?? null,
    updated: dates.updated ?? null,
    data,
    faults,
  };
}

/** null if absent, undefined if invalid. */
export function readExternalId(value: JsonValue | undefined): string | null | undefined {
  if (value === undefined || value === null) return null;
  // Other systems number their records, and CSV does not distinguish numbers from text.
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function readMoment(value: JsonValue | undefined): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? parseDatetime(value) : undefined;
}
