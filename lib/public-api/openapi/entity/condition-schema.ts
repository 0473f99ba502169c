/** The conditions of an entity: a tuple for each kind of value, of fields, operators and value. */
import { groupBy } from "../../../group-by";
import type { FieldType, Operator, Option } from "../../../model";
import { filled, jsonPlace, type TextTemplate } from "../text-template";
import { remembered } from "./entity-form";
import { comparedSchema, operandSchema } from "./field-schemas";
import type { Comparable } from "./offered-entity";
import { type JsonSchema, optionSchema, tuple } from "./value-schemas";

const SAID = JSON.stringify("[field, operator, value]. Of a reference, `reference.field` asks for what it leads to.");

/** By operators and values. */
const CONDITIONS = new Map<string, TextTemplate>();

/** Fields that are compared alike share their tuples. */
export function conditionSchema(comparable: Comparable[]): string {
  const alike = groupBy(comparable, ({ type, operators, options }) => {
    const values = options.length > 0 ? JSON.stringify(options) : TEXTUAL.includes(type) ? "text" : type;
    return `${operationsOf(operators).key} ${values}`;
  });
  const texts: string[] = [];
  for (const [key, fields] of alike) {
    const [{ type, operators, options } = { type: "json" as const, operators: [], options: [] }] = fields;
    const names = fields.map(({ name }) => name);
    // Options are a field's own: what is written of them is not kept.
    if (options.length > 0) texts.push(JSON.stringify(tuplesOf(names, type, operators, options)).slice(1, -1));
    else {
      const form = remembered(CONDITIONS, key, () => tuplesOf(jsonPlace("names"), type, operators, []));
      texts.push(filled(form, { names: JSON.stringify(names) }).slice(1, -1));
    }
  }
  return `{"anyOf":[${texts.join()}],"description":${SAID}}`;
}

const TEXTUAL: readonly FieldType[] = ["text", "email", "url", "reference"];

/** `names`: a list, or the place of one. */
function tuplesOf(
  names: unknown,
  type: FieldType,
  operators: readonly Operator[],
  options: readonly Option[],
): JsonSchema[] {
  const value = comparedSchema(type, options);
  const field = { type: "string", enum: names };
  return operationsOf(operators).kinds.map(([one = "eq", ...others]) =>
    tuple([field, optionSchema([one, ...others]), operandSchema(one, value)]),
  );
}

type Operations = { key: string; kinds: Operator[][] };

const operations = new WeakMap<readonly Operator[], Operations>();

/** Operators by what they compare with. There are a few lists of them, each asked for thousands of times. */
function operationsOf(operators: readonly Operator[]): Operations {
  const known = operations.get(operators);
  if (known !== undefined) return known;
  const kindOf = (operator: Operator) => JSON.stringify(operandSchema(operator, { type: "integer" }));
  const found = { key: operators.join(), kinds: [...groupBy(operators, kindOf).values()] };
  operations.set(operators, found);
  return found;
}
