/** Writes the values of fields as TypeScript. */
import type { FieldDescription } from "../types.js";

/** The type of a value that is not null. A type that a later version of the service adds can be anything. */
export function valueType({ type, options }: FieldDescription): string {
  if (STRINGS.includes(type)) return "string";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  const values = unionOf(options.map(({ value }) => value));
  if (type === "select") return values;
  return type === "multiselect" ? `(${values})[]` : "Json";
}

const STRINGS = ["text", "email", "url", "date", "datetime", "decimal", "reference"];

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
