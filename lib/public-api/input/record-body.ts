/** The body of a create or an update (spec: Create, Update). */
import { z } from "zod";
import { quoteText } from "../../messages/cut-text";
import type { JsonObject } from "../../model";
import { ENVELOPE } from "../../query/filter/filter-fault";
import { requireRecordKey } from "../../records/record-key";
import type { EntityRequest } from "../endpoints/endpoint";
import { invalidBody, requireObject } from "./body";
import { by } from "./parameters";
import { parseParameters } from "./query-string";

export const recordBody = z
  .strictObject({
    data: z
      .record(z.string(), z.unknown().describe("Any JSON value."))
      .describe("Field key to value. Discovery lists the fields."),
  })
  .meta({ id: "RecordBody" });

/** Returns `data`. Throws INVALID_BODY for any other shape. */
export function parseRecordBody(members: JsonObject): JsonObject {
  const others = Object.keys(members).filter((key) => key !== "data");
  if (!Object.hasOwn(members, "data")) throw invalidBody(`${RECORD_FORM} ${describeMissingData(others)}`);
  const [other] = others;
  if (other !== undefined) {
    const isVersion = VERSION_WORDS.includes(other.toLowerCase());
    const advice = isVersion ? VERSION_ADVICE : ENVELOPE.includes(other) ? ENVELOPE_ADVICE : "Fields go inside data.";
    throw invalidBody(`${RECORD_FORM} ${quoteText(other)} stands beside it. ${advice}`);
  }
  return requireObject(members.data, "data");
}

const RECORD_FORM = 'The body has the one member data: {"data": {"field": value}}.';
const VERSION_WORDS = ["version", "versionid", "etag", "_etag", "if-match", "ifmatch", "rev", "_rev"];
const VERSION_ADVICE = "The version goes into the header If-Match.";
const ENVELOPE_ADVICE = "The service sets it: of a record that was read, send data alone.";

function describeMissingData(keys: string[]): string {
  const [only = ""] = keys;
  if (keys.length === 0) return "It is empty.";
  const wrapped = ["fields", "record", "attributes", "item", "values", "payload", "properties"];
  if (keys.length === 1 && wrapped.includes(only)) return `Call the member data, not ${only}.`;
  if (keys.length === 1 && (only === "records" || only === "items"))
    return "One request writes one record; POST …/records/batch writes many.";
  return keys.length === 1 && only.toLowerCase() === "data"
    ? "It is written in lower case."
    : 'The fields are bare: wrap them in {"data": {…}}.';
}

/** Throws FIELD_NOT_QUERYABLE, RECORD_NOT_FOUND. */
export function recordKeyOf({ access, asked }: EntityRequest) {
  return requireRecordKey(access, asked.recordId, parseParameters(asked.query, { by }).by);
}
