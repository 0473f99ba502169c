/** A sample value of a field, valid for its type, options and limits. */
import type { FieldView } from "../../../entities/view";
import type { JsonValue } from "../../../model";
import { compareDecimals } from "../../../wire-types";
import { NO_ID } from "../../schemas/examples";

export type KnownIds = {
  /** Returns the id of a record of an entity, for references and for updates. Without it, the id is all zeros. */
  recordIdOf?: (entityKey: string | null) => string;
};

/** null if no value of the type meets the field's limits. */
export function exampleValue(field: FieldView, { recordIdOf = () => NO_ID }: KnownIds = {}): JsonValue {
  switch (field.type) {
    case "text":
      return fitting(field, [`Example ${field.label.toLowerCase()}`, "Example", "A"]);
    case "email":
      return fitting(field, ["ada@example.com", "a@b.test", "a@b.c"]);
    case "url":
      return fitting(field, ["https://example.com/", "http://a.test", "http://a"]);
    case "integer":
      return within(field, 42);
    case "number":
      return within(field, 12.5);
    case "decimal":
      return decimalWithin(field, "12.50");
    case "boolean":
      return true;
    case "date":
      return "2026-11-21";
    case "datetime":
      return "2026-11-21T09:30:00.000Z";
    case "select":
      return optionsOf(field)[0] ?? null;
    case "multiselect":
      return optionsOf(field).slice(0, 2);
    case "reference":
      return recordIdOf(field.reference);
    default:
      return { note: "Any JSON" };
  }
}

/** A blank option does not count as a value if one is required. */
function optionsOf({ options }: FieldView): string[] {
  return options.map(({ value }) => value).filter((value) => value.trim() !== "");
}

/** Returns the first text that is short enough; null if none is. */
function fitting({ maxLength }: FieldView, texts: string[]): string | null {
  return texts.find((text) => maxLength === null || [...text].length <= maxLength) ?? null;
}

function within({ min, max }: FieldView, wanted: number): number {
  return Math.min(Math.max(wanted, Number(min ?? wanted)), Number(max ?? Number.POSITIVE_INFINITY));
}

function decimalWithin({ min, max }: FieldView, wanted: string): string {
  if (min !== null && compareDecimals(wanted, String(min)) < 0) return String(min);
  return max !== null && compareDecimals(String(max), wanted) < 0 ? String(max) : wanted;
}
