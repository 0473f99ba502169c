/**
 * With `--match FIELD`: one record of a file → what it gives, and the value by which its record is found; or what is wrong
 * with it, as far as that can be said before it is known whether there is such a record (sync-batch.ts).
 */
import { createHash } from "node:crypto";
import type { ErrorDetail } from "../../errors";
import type { Field, JsonObject, JsonValue } from "../../model";
import { uniqueText } from "../rules/unique-value";
import { checkData } from "../rules/validate";
import type { Destination, RefusedRecord } from "./prepare";
import { readMembers } from "./record-members";
import { type Reference, resolveReferences } from "./references";

export type MatchedRow = {
  line: number;
  value: JsonValue;
  /** As the file has it. */
  record: JsonObject;
  /** In their stored form, without the value by which the record is found. */
  given: JsonObject;
  references: Reference[];
};

/** The answer has a memory: a value that an earlier line has is refused, whatever became of that line. */
export function matcherFor({ configuration, entity }: Destination, match: Field, now: Date) {
  const lines = new Map<string, number>();

  const findFaults = (line: number, value: JsonValue): ErrorDetail[] => {
    if (value === null) return [{ field: match.key, message: "must not be empty: it is what the record is found by" }];
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

/** In UTF-16 units. Longer ones are remembered by their hash. */
const MAX_NAME_LENGTH = 64;

/** One for all spellings of a value, as the unique index has it. */
function nameOf(field: Field, value: JsonValue): string {
  const text = uniqueText(field, value);
  return text.length <= MAX_NAME_LENGTH ? text : createHash("sha256").update(text).digest("base64");
}
