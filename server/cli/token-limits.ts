/** The limits of a token as they are written on the command line. */
import { z } from "zod";
import { WORD_PATTERN } from "../../lib/access/verbs";
import type { DeniedFields, JsonValue, RowLimit } from "../../lib/model";

/** Parses `deals:margin,score`. Throws an Error that shows the form. */
export function parseDeniedFields(text: string): DeniedFields {
  const [entity, list, ...rest] = text.split(":");
  const fields = [...new Set((list ?? "").split(","))];
  if (!entity || rest.length > 0 || !fields.every((field) => WORD_PATTERN.test(field))) {
    throw new Error(`"${text}" names no fields: write entity:field,field, such as deals:margin,score.`);
  }
  return { entity, fields };
}

const where = z.custom<JsonValue>((value) => value !== undefined);
const rowLimits = z.array(z.strictObject({ entityKey: z.string(), where }));

/** Parses a JSON list of `{"entityKey", "where"}`. Throws an Error that shows the form, for an empty list too: it limits nothing. */
export function parseRowLimits(text: string): RowLimit[] {
  let rows: RowLimit[];
  try {
    rows = rowLimits.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `"${text}" is no list of limits: write [{"entityKey": "deals", "where": ["region", "eq", "EMEA"]}], as JSON.`,
    );
  }
  if (rows.length > 0) return rows;
  throw new Error(`--rows [] limits nothing: leave it out for a token that reaches all records.`);
}
