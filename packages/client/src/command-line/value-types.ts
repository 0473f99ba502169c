/** Writes the values of fields as TypeScript. */
import type { FieldDescription } from "../types.js";

/** The type of a value that is not null. A type that a later version of the service adds can be anything. */
export function valueType({ type, options }: FieldDescription): string {
  switch (type) {
    case "text":
    case "email":
    case "url":
    case "date":
    case "datetime":
    case "decimal":
    case "reference":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "select":
      return unionOf(options.map(({ value }) => value));
    case "multiselect":
      return `(${unionOf(options.map(({ value }) => value))})[]`;
    default:
      return "Json";
  }
}

export function unionOf(values: readonly string[]): string {
  return values.length === 0 ? "never" : values.map(quoted).join(" | ");
}

/** A TypeScript string literal for any text. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029\u007f-\u009f]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
