/** The limits of a token as they are written on the command line. */
import { WORD_PATTERN } from "../../lib/access/verbs";
import type { DeniedFields, RowLimit } from "../../lib/model";

/** Parses `deals:margin,score`. Throws an Error that shows the form. */
export function parseDeniedFields(text: string): DeniedFields {
  const [entity, list, ...rest] = text.split(":");
  const fields = [...new Set((list ?? "").split(","))];
  if (!entity || rest.length > 0 || !fields.every((field) => WORD_PATTERN.test(field))) {
    throw new Error(`"${text}" names no fields: write entity:field,field, such as deals:margin,score.`);
  }
  return { entity, fields };
}

/** Parses a JSON list of `{"entityKey", "where"}`. Throws an Error that shows the form, for an empty list too: it limits nothing. */
export function parseRowLimits(text: string): RowLimit[] {
  const parsed = parsedOrUndefined(text);
  if (Array.isArray(parsed) && parsed.length === 0)
    throw new Error(`--rows [] limits nothing: leave it out for a token that reaches all records.`);
  if (Array.isArray(parsed) && parsed.every(isRowLimit)) return parsed;
  throw new Error(
    `"${text}" is no list of limits: write [{"entityKey": "deals", "where": ["region", "eq", "EMEA"]}], as JSON.`,
  );
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRowLimit(value: unknown): value is RowLimit {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  return "entityKey" in value && typeof value.entityKey === "string" && "where" in value;
}
