/** Descriptions of entities, as discovery gives them to a token. */

import { FIELD_TYPES, type FieldType } from "@/lib/model";
import { FIELD_OPERATORS, isSortable, SYSTEM_FIELD_OPERATORS } from "@/lib/query/filter/operators";
import type { EntityDescription, FieldDescription } from "@/packages/client/src/client";

export function entity(key: string, label: string, fields: FieldDescription[]): EntityDescription {
  return {
    entityKey: key,
    label,
    pluralLabel: `${label}s`,
    description: null,
    permissions: { list: true, create: true, update: true, delete: true },
    labelField: null,
    fields,
    systemFields: (["id", "created", "updated"] as const).map((name) => ({
      key: name,
      type: name === "id" ? "text" : "datetime",
      sortable: true,
      operators: SYSTEM_FIELD_OPERATORS[name],
    })),
  };
}

export function field(key: string, type: FieldType, more: Partial<FieldDescription> = {}): FieldDescription {
  const queryable = more.queryable ?? type !== "json";
  return {
    key,
    label: key.charAt(0).toUpperCase() + key.slice(1),
    description: null,
    type,
    required: false,
    unique: false,
    multiple: type === "multiselect",
    default: null,
    createable: true,
    updateable: true,
    queryable,
    sortable: queryable && isSortable(type),
    searchable: false,
    operators: queryable ? FIELD_OPERATORS[type] : [],
    options: [],
    reference: null,
    referencedFields: [],
    min: null,
    max: null,
    maxLength: null,
    deprecated: false,
    deprecation: null,
    ...more,
  };
}

export const options = (...values: string[]) => values.map((value) => ({ value, label: value }));

/** Whose types stand in `records.d.ts`. */
export const SALES: EntityDescription[] = [
  entity("accounts", "Account", [
    field("name", "text", { required: true, maxLength: 100, unique: true }),
    field("code", "integer", { unique: true, min: 1 }),
    field("country", "select", { options: options("NL", "DE") }),
    field("revenue", "decimal", {
      createable: false,
      updateable: false,
      deprecated: true,
      deprecation: { since: "2026-11-01", sunset: "2027-05-01", use: "code" },
    }),
  ]),
  {
    ...entity("deals", "Deal", [
      field("title", "text", {
        required: true,
        maxLength: 200,
        description: "What it is */ about.\nIn short",
        unique: true,
      }),
      field("stage", "select", { required: true, default: "lead", options: options("lead", "won", 'lost "for now"') }),
      field("amount", "number", { min: 0, max: 1_000_000 }),
      field("closing", "date"),
      field("tags", "multiselect", { options: options("hot", "cold") }),
      field("account", "reference", {
        reference: "accounts",
        referencedFields: ["id", "created", "updated", "name", "country"],
      }),
      field("notes", "json"),
      field("customer", "text", { required: true, queryable: false }),
    ]),
    description: "What is being sold.",
    labelField: "title",
  },
  {
    ...entity("2nd-hand_goods".slice(4), "Good", [field("name", "text")]),
    permissions: { list: true, create: false, update: false, delete: false },
  },
];

/** So many entities with so many fields of all types. */
export function manyEntities(count: number, fieldCount: number): EntityDescription[] {
  return Array.from({ length: count }, (_, index) => {
    const fields = Array.from({ length: fieldCount }, (_unused, at) => {
      const type = FIELD_TYPES[at % FIELD_TYPES.length] as FieldType;
      const target = `entity${(index + 1) % count}`;
      const names = ["id", "created", ...Array.from({ length: 10 }, (_none, other) => `field${other}`)];
      return field(`field${at}`, type, {
        description: `The ${at}th field`,
        options: type.endsWith("select") ? options("first", "second", "third", "fourth", "fifth") : [],
        ...(type === "reference" ? { reference: target, referencedFields: names } : {}),
      });
    });
    return entity(`entity${index}`, `Entity ${index}`, fields);
  });
}
