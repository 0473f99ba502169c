/** Building blocks of JSON Schema: references, objects, values that every entity has, options, tuples, and nullable schemas. */
import { MAX_DECIMAL_LENGTH } from "../../../limits";

/** An object of the document: a schema, an operation, a response. */
export type Json = Record<string, unknown>;

export const UUID = { type: "string", format: "uuid" };
export const TIMESTAMP = { type: "string", format: "date-time" };

/**
 * The suffix that a schema's name adds to the name of its entity. No suffix is the ending of another, or of a schema that does
 * not belong to an entity, so names never collide, whatever the entities are called.
 */
export type Suffix =
  | "Record"
  | "Create"
  | "Update"
  | "Sort"
  | "Condition"
  | "Filter"
  | "Query"
  | "Page"
  | "Aggregation"
  | "Batch"
  | "Keys"
  | "References";

/** A reference to a schema of the entity with this name. */
export function own(name: string, suffix: Suffix): Json {
  return { $ref: `#/components/schemas/${name}${suffix}` };
}

/** The schema of an object with these properties and no others. */
export function closed(properties: Record<string, unknown>, required: readonly string[] = []): Json {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The schema of an object with all of these properties. Others are allowed, because responses can gain properties. */
export function open(properties: Record<string, Json>): Json {
  return { type: "object", required: Object.keys(properties), properties };
}

/** With an offset, and at most milliseconds. */
const MOMENT =
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{1,3}0*)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$";
/** Named schemas, because every entity uses them in many places. */
export const VALUE_SCHEMAS = {
  Moment: {
    type: "string",
    format: "date-time",
    pattern: MOMENT,
    description: "ISO 8601 with an offset, and at most milliseconds.",
  },
  Decimal: {
    type: "string",
    pattern: "^-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?$",
    maxLength: MAX_DECIMAL_LENGTH,
    description: "A decimal number in a string, to stay exact.",
  },
  SafeInteger: {
    type: "integer",
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "A whole number that a double represents exactly.",
  },
} satisfies Record<string, Json>;

const reference = (name: keyof typeof VALUE_SCHEMAS): Json => ({ $ref: `#/components/schemas/${name}` });
export const MOMENT_VALUE = reference("Moment");
export const DECIMAL_VALUE = reference("Decimal");
export const INTEGER_VALUE = reference("SafeInteger");

/** Replaces references by their schemas: ng-openapi-gen does not import what only a tuple refers to. */
export function valuesWrittenOut(schemas: readonly Json[]): Json[] {
  const values = new Map<unknown, Json>(
    Object.entries(VALUE_SCHEMAS).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  return JSON.parse(JSON.stringify(schemas, (_, value) => values.get(value?.$ref) ?? value));
}

/**
 * A list of exactly these items. `maxItems` closes the list instead of `items`: with a schema in `items`, generators add one more
 * item to their tuples, and validators of older drafts take `false` to forbid all items.
 */
export function tuple(items: readonly Json[]): Json {
  return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
}

export function orNull(schema: Json): Json {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type !== "string") return { anyOf: [schema, { type: "null" }] };
  const options = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, "null"], ...options };
}

/** One of these texts. Without any, no value is valid. */
export function optionSchema(values: readonly string[]): Json {
  return values.length === 0 ? { not: {} } : { type: "string", enum: values };
}

/** A single schema is returned as it is, because linters refuse an `anyOf` with one member. */
export function anyOf(schemas: readonly Json[]): Json {
  const [only] = schemas;
  return only !== undefined && schemas.length === 1 ? only : { anyOf: schemas };
}
