/**
 * The schema of an entity's conditions. Fields of the same type share a comparison and are listed by name beside it; fields with
 * options have tuples of their own.
 */
import { groupBy } from "../../../group-by";
import { filled, jsonPlace, type TextTemplate, textPlace, textTemplate } from "../text-template";
import { comparisonName, comparisonTuples } from "./comparison-schemas";
import { ANY_OPTIONS, keysText, optionsText, remembered } from "./entity-form";
import type { Comparable } from "./offered-entity";
import { tuple } from "./value-schemas";

const SAID = JSON.stringify(
  "[field, operator, value]. `reference.field` is a field of the record that a reference points to.",
);

const NAMED = textTemplate({
  allOf: [
    { $ref: `#/components/schemas/${textPlace("comparison")}` },
    tuple([{ type: "string", enum: jsonPlace("names") }, {}, {}]),
  ],
});

export function conditionSchema(comparable: readonly Comparable[]): string {
  const alike = groupBy(comparable, ({ type, operators, options }) =>
    options.length > 0 ? options : comparisonName(type, operators),
  );
  const texts: string[] = [];
  for (const [key, fields] of alike) {
    const names = fields.map(({ name }) => name);
    if (typeof key === "string") texts.push(filled(NAMED, { comparison: key, names: keysText(names) }));
    else for (const field of fields) texts.push(tuplesWithOptions(field));
  }
  return `{"anyOf":[${texts.join()}],"description":${SAID}}`;
}

/** By type. */
const WITH_OPTIONS = new Map<string, TextTemplate>();

function tuplesWithOptions({ name, type, operators, options }: Comparable): string {
  const field = { type: "string", const: textPlace("name") };
  const form = remembered(WITH_OPTIONS, type, () => comparisonTuples(field, type, operators, ANY_OPTIONS));
  return filled(form, { name, options: optionsText(options) }).slice(1, -1);
}
