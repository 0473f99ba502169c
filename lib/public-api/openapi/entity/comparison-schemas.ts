/**
 * The comparisons that fields of a type share: the operators, and the values that each compares with. They are written once in a
 * document; the condition of an entity adds the names of its fields.
 */
import { groupBy } from "../../../group-by";
import { FIELD_TYPES, type FieldType, type Operator, type Option } from "../../../model";
import { FIELD_OPERATORS, SYSTEM_FIELD_OPERATORS } from "../../../query/filter/operators";
import { operandSchema } from "./field-schemas";
import { TYPE_SCHEMAS } from "./type-schemas";
import { type JsonSchema, optionSchema, tuple } from "./value-schemas";

/** These types are compared as text. */
const TEXTS: readonly FieldType[] = ["text", "email", "url"];

/** The name of the comparison for fields of a type. System fields have their own names, because they are never null. */
export function comparisonName(type: FieldType, operators: readonly Operator[]): string {
  return (operators === FIELD_OPERATORS[type] ? FIELD_NAMES : SYSTEM_NAMES)[type];
}

const alike = new WeakMap<readonly Operator[], Operator[][]>();
const FIELD_NAMES = namesOfTypes("");
const SYSTEM_NAMES = namesOfTypes("System");

function namesOfTypes(beginning: string): Record<FieldType, string> {
  const names = FIELD_TYPES.map((type) => {
    const kind = TEXTS.includes(type) ? "text" : type;
    return [type, `${beginning}${kind.charAt(0).toUpperCase()}${kind.slice(1)}Comparison`];
  });
  return Object.fromEntries(names) as Record<FieldType, string>;
}

export const COMPARISON_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [
    ...FIELD_TYPES.map((type) => ({ type, operators: FIELD_OPERATORS[type] })),
    { type: "reference" as const, operators: SYSTEM_FIELD_OPERATORS.id },
    { type: "datetime" as const, operators: SYSTEM_FIELD_OPERATORS.created },
  ]
    .filter(({ operators }) => operators.length > 0)
    .map(({ type, operators }) => [
      comparisonName(type, operators),
      { anyOf: comparisonTuples({ type: "string" }, type, operators, []), description: "[field, operator, value]." },
    ]),
);

/** One tuple for each kind of value that some of the operators take. */
export function comparisonTuples(
  field: JsonSchema,
  type: FieldType,
  operators: readonly Operator[],
  options: readonly Option[],
): JsonSchema[] {
  const value = TYPE_SCHEMAS[type].compared(options);
  return alikeOperators(operators).map(([one = "eq", ...others]) =>
    tuple([field, optionSchema([one, ...others]), operandSchema(one, value)]),
  );
}

/**
 * Groups operators by the kind of value they take. Cached, because there are only a few lists of operators and each is needed
 * thousands of times.
 */
function alikeOperators(operators: readonly Operator[]): Operator[][] {
  const known = alike.get(operators);
  if (known !== undefined) return known;
  const kindOf = (operator: Operator) => JSON.stringify(operandSchema(operator, { type: "integer" }));
  const found = [...groupBy(operators, kindOf).values()];
  alike.set(operators, found);
  return found;
}
