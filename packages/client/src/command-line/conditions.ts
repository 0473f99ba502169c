/** The conditions that an entity's fields allow, as tuple types: one for all fields with the same operators and values. */
import type { EntityDescription } from "../types.js";
import { unionOf, valueType } from "./value-types.js";

/** Keyed by entity. */
export type Described = ReadonlyMap<string, EntityDescription>;

type Queried = { name: string; operators: string[]; value: string; isSystem: boolean };

export function conditionsOf(entity: EntityDescription, described: Described): string[] {
  if (!entity.permissions.list) return [];
  const fieldsByForm = new Map<string, string[]>();
  for (const field of [...ownFieldsOf(entity), ...referencedFieldsOf(entity, described)]) {
    for (const form of formsOf(field)) fieldsByForm.set(form, [...(fieldsByForm.get(form) ?? []), field.name]);
  }
  return [...fieldsByForm].map(([form, names]) => `readonly [${unionOf(names)}, ${form}]`);
}

function ownFieldsOf({ systemFields, fields }: EntityDescription, prefix = ""): Queried[] {
  const queryable = fields.filter((field) => field.queryable);
  return [
    ...systemFields.map((field) => ({ ...field, value: "string", isSystem: true })),
    ...queryable.map((field) => ({ ...field, value: valueType(field), isSystem: false })),
  ].map(({ key, operators, value, isSystem }) => ({ name: prefix + key, operators, value, isSystem }));
}

/** Fields of a referenced record: `country.code`. */
function referencedFieldsOf({ fields }: EntityDescription, described: Described): Queried[] {
  return fields.flatMap(({ key, reference, referencedFields }) => {
    const target = described.get(reference ?? "");
    if (target === undefined) return [];
    return ownFieldsOf(target, `${key}.`).filter(({ name }) => referencedFields.includes(name.slice(key.length + 1)));
  });
}

/** `"eq" | "neq", string | null`: the operators that take the same type of value, and that type. */
function formsOf({ operators, value, isSystem }: Queried): string[] {
  const operatorsByValue = new Map<string, string[]>();
  for (const operator of operators) {
    const taken = takenBy(operator, value, isSystem);
    if (taken !== null) operatorsByValue.set(taken, [...(operatorsByValue.get(taken) ?? []), operator]);
  }
  return [...operatorsByValue].map(([taken, some]) => `${unionOf(some)}, ${taken}`);
}

/** Returns null for an operator that a later version of the service adds. */
function takenBy(operator: string, value: string, isSystem: boolean): string | null {
  if (["eq", "neq"].includes(operator)) return isSystem ? value : `${value} | null`;
  if (["in", "nin"].includes(operator)) return `readonly ${value.includes("|") ? `(${value})` : value}[]`;
  if (["any_of", "all_of"].includes(operator)) return `readonly ${value}`;
  if (operator === "between") return `readonly [${value}, ${value}]`;
  if (operator === "is_null") return "boolean";
  return ONE_VALUE.includes(operator) ? value : null;
}

const ONE_VALUE = ["gt", "gte", "lt", "lte", "contains", "not_contains", "starts_with", "ends_with"];
