/** Describes a value of the wrong type: the type that was sent, never the value, and how to send it correctly. */
import { survivesAsDouble } from "../json/exact-number";
import type { FieldType, JsonValue } from "../model";

/** Continues "… must be a number" with ", not a string: send it without quotes". Empty if the JSON type is right. */
export function wrongType(type: FieldType, value: JsonValue): string {
  if (value === "" && type !== "text") return ", not an empty string: an empty field is null";
  const sent = nameOf(value);
  const wanted = WANTED[type];
  if (sent === wanted) return "";
  return `, not ${sent}${remedyFor(type, value)}`;
}

type Sent = "a string" | "a number" | "a boolean" | "a list" | "an object" | "null";

/** Continues the form of a list where a string was sent. Otherwise empty. */
export function notAsText(value: JsonValue | undefined): string {
  return typeof value === "string" ? ": send the list itself, not a text" : "";
}

const WANTED: Record<FieldType, Sent | null> = {
  text: "a string",
  email: "a string",
  url: "a string",
  select: "a string",
  reference: "a string",
  decimal: "a string",
  date: "a string",
  datetime: "a string",
  integer: "a number",
  number: "a number",
  boolean: "a boolean",
  multiselect: "a list",
  json: null,
};

function nameOf(value: JsonValue): Sent {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : (`a ${typeof value}` as Sent);
}

const BOOLEAN_TEXT = /^(?:true|false)$/;
const NUMBER_TEXT = /^-?\d+(?:\.\d+)?$/;

function remedyFor(type: FieldType, value: JsonValue): string {
  if (type === "multiselect") return notAsText(value);
  if (type === "reference") return typeof value === "object" ? ": send the id alone" : ": ids are UUIDs, in quotes";
  if (Array.isArray(value)) return ": send one value";
  if (typeof value === "string") {
    const isIt = type === "boolean" ? BOOLEAN_TEXT : NUMBER_TEXT;
    const read = value.slice(0, MAX_READ);
    if (!isIt.test(read)) return "";
    const isTooExact = type !== "boolean" && !survivesAsDouble(read);
    return isTooExact ? ": round it to 15 digits, and send it without quotes" : ": send it without quotes";
  }
  const isQuoted = WANTED[type] === "a string" && type !== "date" && type !== "datetime";
  return isQuoted && typeof value === "number" ? ": send it in quotes" : "";
}

const MAX_READ = 100;
