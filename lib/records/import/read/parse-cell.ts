/** Converts a CSV cell by its field's type. A cell that does not fit stays text, for validation to report. */
import { type ExactJson, findUnstorableText, parseExactJson } from "../../../json/exact-json";
import { survivesAsDouble } from "../../../json/exact-number";
import type { FieldType, JsonValue } from "../../../model";

/** JSON's grammar of numbers. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Between the values of a multiselect, which may also be written as a JSON list. */
const SEPARATOR = "|";

export function parseCell(cell: string, type: FieldType): ExactJson {
  if (cell === "") return { value: null };
  if (type === "json" || (type === "multiselect" && cell.startsWith("["))) return parseExactJson(cell);
  const fault = findUnstorableText(cell);
  return fault === null ? { value: READ[type]?.(cell) ?? cell } : { fault };
}

/** Cells of other types stay text. */
const READ: Partial<Record<FieldType, (cell: string) => JsonValue>> = {
  integer: parseNumber,
  number: parseNumber,
  boolean: parseBoolean,
  multiselect: (cell) => cell.split(SEPARATOR),
};

function parseNumber(cell: string): JsonValue {
  return NUMBER.test(cell) && survivesAsDouble(cell) ? Number(cell) : cell;
}

/** Case-insensitive, because spreadsheets write TRUE and FALSE. */
function parseBoolean(cell: string): JsonValue {
  const text = cell.toLowerCase();
  return text === "true" || (text === "false" ? false : cell);
}
