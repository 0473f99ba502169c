/** The comparisons of each field type, written once in a document, and the condition of an entity, which names its fields. */
import { groupBy } from "../../../group-by";
import { MAX_FILTER_VALUES, MAX_MATCHED_LENGTH } from "../../../limits";
import { capitalized } from "../../../messages/cut-text";
import { FIELD_TYPES, type FieldType, type Operator, type Option } from "../../../model";
import { FIELD_OPERATORS, SYSTEM_FIELD_OPERATORS, VALUE_FORMS, type ValueForm } from "../../../query/filter/operators";
import { type Json, optionSchema, orNull, tuple, valuesWrittenOut } from "./json-schema";
import type { Comparable } from "./offered-entity";
import { TYPE_SCHEMAS } from "./type-schemas";

/** The operands of operators that compare with values like `value`. */
const OPERAND_SCHEMAS: Record<ValueForm, (value: Json) => Json> = {
  "single or null": orNull,
  single: (value) => value,
  text: () => ({ type: "string", maxLength: MAX_MATCHED_LENGTH }),
  list: (value) => ({ type: "array", items: value, minItems: 1, maxItems: MAX_FILTER_VALUES }),
  pair: (value) => tuple([value, value]),
  boolean: () => ({ type: "boolean" }),
};

/** These types are compared as text. */
const TEXTS: readonly FieldType[] = ["text", "email", "url"];

/** The name of the comparison for fields of a type. System fields have their own names, because they are never null. */
function comparisonName(type: FieldType, operators: readonly Operator[]): string {
  const beginning = operators === FIELD_OPERATORS[type] ? "" : "System";
  return `${beginning}${capitalized(TEXTS.includes(type) ? "text" : type)}Comparison`;
}

export const COMPARISON_SCHEMAS: Readonly<Record<string, Json>> = Object.fromEntries(
  [
    ...FIELD_TYPES.map((type) => ({ type, operators: FIELD_OPERATORS[type] })),
    { type: "reference" as const, operators: SYSTEM_FIELD_OPERATORS.id },
    { type: "datetime" as const, operators: SYSTEM_FIELD_OPERATORS.created },
  ]
    .filter(({ operators }) => operators.length > 0)
    .map(({ type, operators }) => [
      comparisonName(type, operators),
      {
        anyOf: valuesWrittenOut(comparisonTuples({ type: "string" }, type, operators, [])),
        description: "[field, operator, value].",
      },
    ]),
);

/** Fields of the same type share a comparison and are listed by name beside it; fields with options have their own tuples. */
export function conditionSchema(comparable: readonly Comparable[]): Json {
  const alike = groupBy(comparable, ({ type, operators, options }) =>
    options.length > 0 ? options : comparisonName(type, operators),
  );
  const choices = [...alike].flatMap(([key, fields]) =>
    typeof key === "string"
      ? [namedComparison(key, fields)]
      : fields.flatMap(({ name, type, operators, options }) =>
          comparisonTuples({ type: "string", const: name }, type, operators, options),
        ),
  );
  const description =
    "[field, operator, value]. `reference.field` is a field of the record that a reference points to.";
  return { anyOf: choices, description };
}

function namedComparison(comparison: string, fields: readonly Comparable[]): Json {
  const named = optionSchema(fields.map(({ name }) => name));
  return { allOf: [{ $ref: `#/components/schemas/${comparison}` }, tuple([named, {}, {}])] };
}

/** One tuple for each kind of value that some of the operators take. */
function comparisonTuples(
  field: Json,
  type: FieldType,
  operators: readonly Operator[],
  options: readonly Option[],
): Json[] {
  const value = TYPE_SCHEMAS[type].compared(options);
  const alike = groupBy(operators, (operator) => VALUE_FORMS[operator]);
  return [...alike].map(([form, some]) => tuple([field, optionSchema(some), OPERAND_SCHEMAS[form](value)]));
}
