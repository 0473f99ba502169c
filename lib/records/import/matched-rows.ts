/**
 * With `--match FIELD`: turns one record of a file into its values and the value by which its stored record is found, or into
 * refusals. Only what can be checked without knowing whether that record exists (sync-batch.ts).
 */
import { createHash } from "node:crypto";
import type { ErrorDetail } from "../../errors";
import type { Field, JsonObject, JsonValue } from "../../model";
import { toRecordKey } from "../find-by-key";
import { uniqueText } from "../rules/unique-value";
import { checkData } from "../rules/validate";
import type { Destination, RefusedRecord } from "./prepare";
import { readMembers } from "./record-members";
import { type Reference, resolveReferences } from "./references";

export type MatchedRow = {
  line: number;
  value: JsonValue;
  /** As in the file. */
  record: JsonObject;
  /** In stored form, without the value by which the record is found. */
  given: JsonObject;
  references: Reference[];
};

/** The returned function is stateful: a value that an earlier line has is refused, whatever became of that line. */
export function matcherFor({ configuration, entity }: Destination, match: Field, now: Date) {
  const lines = new Map<string, number>();

  const findFaults = (line: number, value: JsonValue): ErrorDetail[] => {
    if (value === null || toRecordKey(match, value) === null)
      return [{ field: match.key, message: "must not be empty: records are found by it" }];
    const name = nameOf(match, value);
    const earlier = lines.get(name);
    if (earlier === undefined) lines.set(name, line);
    return earlier === undefined ? [] : [{ field: match.key, message: `line ${earlier} already has this value` }];
  };

  return (line: number, record: JsonObject): MatchedRow | RefusedRecord => {
    const members = readMembers(entity, record, now);
    const { data: resolved, references } = resolveReferences(configuration, entity, members.data);
    const { data, details } = checkData(entity, resolved);
    const { [match.key]: value = null, ...given } = data;
    const faults = details.some(({ field }) => field === match.key) ? [] : findFaults(line, value);
    const refusals = [...members.refusals, ...details, ...faults];
    if (refusals.length > 0) return refusals.map(({ field, message }) => ({ line, field, message }));
    return { line, value, record, given, references };
  };
}

/** In UTF-16 units. Longer values are remembered by their hash. */
const MAX_NAME_LENGTH = 64;

/** The same name for all spellings of a value, like the unique index. */
function nameOf(field: Field, value: JsonValue): string {
  const text = uniqueText(field, value);
  return text.length <= MAX_NAME_LENGTH ? text : createHash("sha256").update(text).digest("base64");
}
