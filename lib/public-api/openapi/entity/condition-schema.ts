/**
 * The conditions of an entity. Those of a kind of fields have a shared comparison, and the names of the fields beside it; those
 * of fields with options have tuples of their own.
 */
import { groupBy } from "../../../group-by";
import { filled, jsonPlace, textPlace, textTemplate } from "../text-template";
import { comparisonName, comparisonTuples } from "./comparison-schemas";
import type { Comparable } from "./offered-entity";
import { tuple } from "./value-schemas";

const SAID = JSON.stringify("[field, operator, value]. Of a reference, `reference.field` asks for what it leads to.");

const NAMED = textTemplate({
  allOf: [
    { $ref: `#/components/schemas/${textPlace("comparison")}` },
    tuple([{ type: "string", enum: jsonPlace("names") }, {}, {}]),
  ],
});

export function conditionSchema(comparable: readonly Comparable[]): string {
  const alike = groupBy(comparable, ({ type, operators, options }) =>
    options.length > 0 ? JSON.stringify([type, options]) : comparisonName(type, operators),
  );
  const texts: string[] = [];
  for (const [key, fields] of alike) {
    const names = fields.map(({ name }) => name);
    const [{ type, operators, options } = { type: "json" as const, operators: [], options: [] }] = fields;
    if (options.length === 0) texts.push(filled(NAMED, { comparison: key, names: JSON.stringify(names) }));
    else {
      const field = { type: "string", enum: names };
      texts.push(...comparisonTuples(field, type, operators, options).map((form) => JSON.stringify(form)));
    }
  }
  return `{"anyOf":[${texts.join()}],"description":${SAID}}`;
}
