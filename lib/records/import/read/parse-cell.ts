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
  return fault === null ? { value: readAs(type, cell) } : { fault };
}

function readAs(type: Exclude<FieldType, "json">, cell: string): JsonValue {
  switch (type) {
    case "integer":
    case "number":
      return NUMBER.test(cell) && survivesAsDouble(cell) ? Number(cell) : cell;
    case "boolean":
      return parseBoolean(cell);
    case "multiselect":
      return cell.split(SEPARATOR);
    case "text":
    case "email":
    case "url":
    case "decimal":
    case "date":
    case "datetime":
    case "select":
    case "reference":
      return cell;
    default:
      return type satisfies never;
  }
}

/** Case-insensitive, because spreadsheets write TRUE and FALSE. */
function parseBoolean(cell: string): JsonValue {
  const text = cell.toLowerCase();
  return text === "true" || (text === "false" ? false : cell);
}
