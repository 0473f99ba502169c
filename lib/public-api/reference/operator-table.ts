/** The table of filter operators that `/llms.txt` and docs/getting-started.md show. */
import { MAX_FILTER_VALUES } from "../../limits";
import type { FieldType, JsonValue, Operator } from "../../model";
import { FIELD_OPERATORS } from "../../query/filter/operators";

/** `entityKey` is the entity of the demo in which the example matches a record. */
type OperatorRow = { operators: Operator[]; meaning: string; value: string; entityKey: string; example: JsonValue };

const VALUE = "a value of the field’s type";

export const OPERATOR_ROWS: readonly OperatorRow[] = [
  {
    operators: ["eq", "neq"],
    meaning: "equal, not equal; null: empty",
    value: `${VALUE}, or null`,
    entityKey: "cities",
    example: ["rank", "eq", "PPLC"],
  },
  {
    operators: ["in", "nin"],
    meaning: "one of a list, none of it",
    value: `a list of 1 to ${MAX_FILTER_VALUES} values`,
    entityKey: "countries",
    example: ["code", "in", ["NL", "BE"]],
  },
  {
    operators: ["gt", "gte", "lt", "lte"],
    meaning: "greater, less, or equal",
    value: VALUE,
    entityKey: "cities",
    example: ["population", "gte", 1_000_000],
  },
  {
    operators: ["between"],
    meaning: "from one value to another, both included",
    value: "[from, to]",
    entityKey: "cities",
    example: ["population", "between", [1_000, 5_000]],
  },
  {
    operators: ["contains", "not_contains", "starts_with", "ends_with"],
    meaning: "a part of the text, in any case",
    value: "a text",
    entityKey: "countries",
    example: ["name", "starts_with", "new"],
  },
  {
    operators: ["any_of", "all_of"],
    meaning: "one of these options, all of them",
    value: "a list of options",
    entityKey: "corrections",
    example: ["aspects", "any_of", ["name", "population"]],
  },
  {
    operators: ["is_null"],
    meaning: "empty, not empty",
    value: "true or false",
    entityKey: "countries",
    example: ["capital", "is_null", true],
  },
];

const TYPES = Object.keys(FIELD_OPERATORS) as FieldType[];

export function typesOf({ operators }: Pick<OperatorRow, "operators">): FieldType[] {
  return TYPES.filter((type) => operators.every((operator) => FIELD_OPERATORS[type].includes(operator)));
}

export function operatorTable(): string {
  const rows = OPERATOR_ROWS.map((row) => {
    const names = row.operators.map((operator) => `\`${operator}\``).join(" ");
    const example = JSON.stringify(row.example).replaceAll(",", ", ");
    return `| ${names} | ${row.meaning} | ${typesOf(row).join(", ")} | ${row.value} | \`${example}\` |`;
  });
  return ["| operator | meaning | types | value | example |", "|---|---|---|---|---|", ...rows].join("\n");
}
