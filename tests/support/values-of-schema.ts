/** Values that a schema of the OpenAPI document accepts, and the same with one thing changed. */
import fc from "fast-check";
import type { JsonObject, JsonValue } from "@/lib/model";
import type { Json } from "./openapi-document";

type Schema = Json & {
  $ref?: string;
  type?: string | string[];
  enum?: JsonValue[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  prefixItems?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  propertyNames?: Schema;
};

const MANY = 4;
/** More than any list of a request can have. */
const OFTEN = 501;

/** Throws for a schema in a form that no request has. `depth` bounds how often schemas refer to one another. */
export function anyValueOf(schema: Schema, components: Record<string, unknown>, depth = 5): fc.Arbitrary<JsonValue> {
  const any = (inner: Schema) => anyValueOf(inner, components, depth);
  if (schema.$ref !== undefined)
    return anyValueOf(components[schema.$ref.split("/").pop() ?? ""] as Schema, components, depth - 1);
  if (schema.anyOf !== undefined) return fc.oneof(...(depth > 0 ? schema.anyOf : schema.anyOf.slice(0, 1)).map(any));
  if ("const" in schema) return fc.constant(schema.const as JsonValue);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => any({ ...schema, type })));
  const { minimum: min = 0, maximum: max = 9, minLength = 0, minItems = 0, maxItems = MANY } = schema;
  switch (schema.type) {
    case undefined:
      return fc.jsonValue() as fc.Arbitrary<JsonValue>;
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min, max });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "string":
      return schema.pattern === undefined ? fc.string({ minLength }) : fc.stringMatching(new RegExp(schema.pattern));
    case "array":
      if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(any));
      return fc.array(any(schema.items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, MANY) });
    case "object":
      return anyObjectOf(schema, any);
    default:
      throw new Error(`No values of ${JSON.stringify(schema)} are known.`);
  }
}

function anyObjectOf(schema: Schema, any: (inner: Schema) => fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  if (schema.properties === undefined) {
    const keys = any(schema.propertyNames ?? { type: "string" }) as fc.Arbitrary<string>;
    return fc.dictionary(keys, any(schema.additionalProperties || {}), { maxKeys: MANY, noNullPrototype: true });
  }
  const members = Object.entries(schema.properties).map(([key, inner]) => [key, any(inner)]);
  const { required = [] } = schema;
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true });
}

const WRONG: JsonValue[] = [null, true, 0, -1, 1.5, 501, "", "no such word", "a".repeat(201), [], {}, [null], [[]]];

/** Replaces, empties, omits, repeats or renames one value, or adds another one beside it. */
export function changedOnce(body: JsonObject): fc.Arbitrary<JsonObject> {
  if (Object.keys(body).length === 0) return fc.constant({ other: null });
  return fc
    .record({ place: anyPlaceIn(body), wrong: fc.constantFrom(...WRONG), change: fc.constantFrom(...CHANGES) })
    .map(({ place, wrong, change }) => {
      const changed = structuredClone(body);
      const holder = place.slice(0, -1).reduce<Holder>((inner, key) => inner[key] as Holder, changed);
      change(holder, { key: place.at(-1) ?? "", wrong });
      return changed;
    });
}

/** Picks each member as often as the others, however much it contains. */
function anyPlaceIn(value: object): fc.Arbitrary<string[]> {
  return fc.constantFrom(...Object.entries(value)).chain(([key, inner]): fc.Arbitrary<string[]> => {
    const here = fc.constant<string[]>([key]);
    if (typeof inner !== "object" || inner === null || Object.keys(inner).length === 0) return here;
    return fc.oneof(
      here,
      anyPlaceIn(inner).map((place) => [key, ...place]),
    );
  });
}

type Holder = Record<string, JsonValue>;
type Change = (holder: Holder, at: { key: string; wrong: JsonValue }) => void;

const CHANGES: Change[] = [
  (holder, { key, wrong }) => {
    holder[key] = wrong;
  },
  (holder, { key }) => {
    holder[key] = typeof holder[key] === "string" ? "" : null;
  },
  (holder, { key }) => {
    if (Array.isArray(holder)) holder.push(...Array(OFTEN).fill(holder[key]));
  },
  (holder, { key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  (holder, { key, wrong }) => {
    if (Array.isArray(holder)) holder.push(holder[key] as JsonValue);
    else holder.other = wrong;
  },
  (holder, { key }) => {
    if (Array.isArray(holder)) holder.reverse();
    else {
      holder[key.toUpperCase()] = holder[key] as JsonValue;
      delete holder[key];
    }
  },
];
