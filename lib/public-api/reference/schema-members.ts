/** Reads the JSON schemas of an OpenAPI document for people: what members they have, and a value that fits them. */
import type { Json } from "../openapi/entity/json-schema";

export type Member = {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** The values it can have, where they are too many for `type`. */
  values: string[];
  /** The members of an object. */
  members: Member[];
};

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** Members within members are shown to this depth. */
const DEPTH = 2;
const FEW_VALUES = 4;

export class SchemaReader {
  constructor(private readonly document: Json) {}

  /** Returns what a reference points to. A document without entities lacks their schemas: any value will do for them. */
  resolve<Node extends { $ref?: string }>(node: Node): Node {
    const { $ref, ...rest } = node;
    if ($ref === undefined) return node;
    const names = $ref.slice("#/".length).split("/");
    const found = names.reduce<unknown>((place, name) => (place as Json | undefined)?.[name], this.document);
    return { ...this.resolve((found ?? {}) as Node), ...rest } as Node;
  }

  membersOf(schema: Schema, depth = DEPTH): Member[] {
    const { properties = {}, required = [] } = this.unwrap(schema);
    return Object.entries(properties).map(([name, each]) => ({
      ...this.member(name, each, depth),
      required: required.includes(name),
    }));
  }

  member(name: string, schema: Schema, depth = DEPTH): Member {
    const { description = "", default: initial, items, enum: own } = this.unwrap(schema);
    const values = (own ?? (items && this.unwrap(items).enum) ?? []).filter((value) => value !== null).map(String);
    return {
      name,
      type: this.typeOf(schema),
      required: false,
      description: initial === undefined || initial === false ? description : `${description} Default: ${initial}.`,
      values: values.length > FEW_VALUES ? values : [],
      members: depth === 0 ? [] : this.membersOf(schema, depth - 1),
    };
  }

  /** A value that the schema describes; the first of several possible ones. */
  sample(schema: Schema): unknown {
    const { examples, const: only, enum: values, anyOf, type, items, properties, format } = this.resolve(schema);
    const [first] = examples ?? values ?? [];
    if (first !== undefined) return first;
    if (only !== undefined) return only;
    if (anyOf?.[0]) return this.sample(anyOf[0]);
    if (items) return [this.sample(items)];
    if (properties) {
      return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, this.sample(each)]));
    }
    if (format !== undefined) return FORMATS[format] ?? format;
    return { integer: 1, number: 1, boolean: false, string: "…", object: {} }[String(type)] ?? null;
  }

  /** Leaves out null: the page says once that it counts as absent. */
  private unwrap(schema: Schema): Schema {
    const { anyOf, ...rest } = this.resolve(schema);
    const others = anyOf?.filter(({ type }) => type !== "null") ?? [];
    const [only] = others;
    return only !== undefined && others.length === 1 ? { ...this.unwrap(only), ...rest } : { ...rest, anyOf: others };
  }

  private typeOf(schema: Schema): string {
    const { type, const: only, enum: values, items, anyOf = [], minimum, maximum } = this.unwrap(schema);
    if (only !== undefined) return JSON.stringify(only);
    const shown = values?.filter((value) => value !== null) ?? [];
    if (shown.length > 0 && shown.length <= FEW_VALUES) return shown.map((value) => JSON.stringify(value)).join(" or ");
    if (anyOf.length > 0) return [...new Set(anyOf.map((each) => this.typeOf(each)))].join(" or ");
    const name = [type ?? "any"].flat().filter((each) => each !== "null");
    if (items) return `${name} of ${this.typeOf(items)}`;
    const hasRange = minimum !== undefined && maximum !== undefined && Number.isSafeInteger(maximum + 1);
    return hasRange ? `${name}, ${minimum} to ${maximum}` : name.join(" or ");
  }
}

const FORMATS: Record<string, string> = {
  uuid: "9faf8d7a-6f75-8ffe-8a33-623f163c50af",
  "date-time": "2026-11-21T09:30:00.000Z",
};
