/**
 * The comparisons that fields of a kind have in common: which operators there are, and what each compares with. Written once
 * in a document; the condition of an entity adds the names of its fields.
 */
import { groupBy } from "../../../group-by";
import { FIELD_TYPES, type FieldType, type Operator, type Option } from "../../../model";
import { FIELD_OPERATORS, SYSTEM_FIELD_OPERATORS } from "../../../query/filter/operators";
import { comparedSchema, operandSchema } from "./field-schemas";
import { type JsonSchema, optionSchema, tuple } from "./value-schemas";

/** They are compared as text is. */
const TEXTS: readonly FieldType[] = ["text", "email", "url"];

/** The name of what fields of a type are compared by; of system fields, which are never null. */
export function comparisonName(type: FieldType, operators: readonly Operator[]): string {
  const kind = TEXTS.includes(type) ? "text" : type;
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Comparison`;
  return operators === FIELD_OPERATORS[type] ? name : `System${name}`;
}

export const COMPARISON_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [
    ...FIELD_TYPES.map((type) => ({ type, operators: FIELD_OPERATORS[type] })),
    { type: "text" as const, operators: SYSTEM_FIELD_OPERATORS.id },
    { type: "datetime" as const, operators: SYSTEM_FIELD_OPERATORS.created },
  ]
    .filter(({ operators }) => operators.length > 0)
    .map(({ type, operators }) => [
      comparisonName(type, operators),
      { anyOf: comparisonTuples({ type: "string" }, type, operators, []), description: "[field, operator, value]." },
    ]),
);

/** A tuple for each kind of value that some of the operators take. */
export function comparisonTuples(
  field: JsonSchema,
  type: FieldType,
  operators: readonly Operator[],
  options: readonly Option[],
): JsonSchema[] {
  const value = comparedSchema(type, options);
  const alike = groupBy(operators, (operator) => JSON.stringify(operandSchema(operator, value)));
  return [...alike].map(([operand, some]) => tuple([field, optionSchema(some), JSON.parse(operand) as JsonSchema]));
}
