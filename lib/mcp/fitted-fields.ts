/** The fields of a record as JSON text, as far as they fit. Each is measured once, however many are left out. */
import type { JsonObject } from "../model";

type Head = { metadata: JsonObject } & JsonObject;
type Part = { key: string; text: string; length: number };

/**
 * The head with the fields as `text`. Leaves out the longest fields, and names them in `metadata.cut`, until the result has at most
 * `most` characters as JSON, or no field is left.
 */
export function fittedFields(head: Head, data: JsonObject, most: number): JsonObject {
  const parts = Object.entries(data).map(toPart);
  const longestFirst = [...parts].sort((one, other) => other.length - one.length);
  const omitted = new Set<Part>();
  let length = lengthOf({ ...head, text: "{}" }) + parts.reduce((sum, part) => sum + part.length + 1, 0);
  for (const part of longestFirst) {
    if (length <= most) break;
    if (omitted.size === 0) length += lengthOf({ cut: cutOf([]) });
    omitted.add(part);
    length += lengthOf(part.key) - part.length;
  }
  const shown = parts.filter((part) => !omitted.has(part)).map(({ text }) => text);
  const cut = omitted.size === 0 ? {} : { cut: cutOf([...omitted].map(({ key }) => key)) };
  return { ...head, text: `{${shown.join(",")}}`, metadata: { ...head.metadata, ...cut } };
}

/** `length` is that within a text which is JSON again: quotes and backslashes are escaped once more. */
function toPart([key, value]: [string, JsonObject[string]]): Part {
  const text = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return { key, text, length: lengthOf(text) - 2 };
}

function cutOf(fields: string[]): JsonObject {
  return { fields, by: "max_characters" };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}
