/** All that any caller can request of an entity: every field, operator and value, whether a caller's document has it or not. */
import { type FieldType, type JsonValue, OPERATORS, type Operator } from "@/lib/model";
import type { EntityFile } from "./file";
import { OPTIONS } from "./generate-values";

/** One value of each type, in the form that any client would send it in. */
export const PLAIN_VALUE: Record<FieldType, JsonValue> = {
  text: "a",
  email: "a@b.test",
  url: "https://a.test/",
  integer: 2,
  number: 1.5,
  decimal: "0.5",
  boolean: true,
  date: "2026-01-31",
  datetime: "2026-01-01T00:00:00.000Z",
  select: OPTIONS[0] ?? "",
  multiselect: OPTIONS.slice(0, 1),
  reference: "00000000-0000-7000-8000-000000000001",
  json: { a: 1 },
};

/** Each is a question that some caller might be allowed. */
export function everyCondition(entity: EntityFile, entities: EntityFile[]): JsonValue[] {
  const own = namesOf(entity);
  const behind = entity.fields.flatMap(({ key, type, entity: target }) => {
    const found = type === "reference" ? entities.find((each) => each.key === target) : undefined;
    return found === undefined
      ? []
      : namesOf(found).map(({ name, type: its }) => ({ name: `${key}.${name}`, type: its }));
  });
  return [...own, ...behind].flatMap(({ name, type }) =>
    OPERATORS.map((operator) => [name, operator, operandOf(operator, type)]),
  );
}

/** Existing fields, system fields, one of row scopes only, and one that does not exist. */
export function namesOf(entity: EntityFile): { name: string; type: FieldType }[] {
  return [
    ...entity.fields.map(({ key, type }) => ({ name: key, type })),
    { name: "id", type: "text" },
    { name: "created", type: "datetime" },
    { name: "updated", type: "datetime" },
    { name: "createdBy", type: "text" },
    { name: "nowhere", type: "text" },
  ];
}

function operandOf(operator: Operator, type: FieldType): JsonValue {
  const value = type === "multiselect" ? (OPTIONS[0] ?? "") : PLAIN_VALUE[type];
  if (operator === "is_null") return true;
  if (operator === "between") return [value, value];
  return ["in", "nin", "any_of", "all_of"].includes(operator) ? [value] : value;
}
