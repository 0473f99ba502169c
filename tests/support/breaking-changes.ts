/**
 * Finds what in an OpenAPI 3.1 document breaks clients written for an earlier one (docs/upgrade.md). A request that was valid
 * must stay valid, and a response must stay one that the client can read; clients ignore properties that they do not know. Texts
 * and examples do not count, nor do error responses, which all have one form.
 */
import { isDeepStrictEqual } from "node:util";

// biome-ignore lint/suspicious/noExplicitAny: documents and schemas are read as the JSON that they are.
type Json = any;

/** In a request, what was sent must be accepted; in a response, what is sent must be known. */
type Direction = "request" | "response";
type Schema = { of: Json; in: Json };
/** `seen` are the pairs of named schemas around this place: they can contain themselves. */
type At = { direction: Direction; place: string; seen: readonly string[] };

const METHODS = ["get", "post", "put", "patch", "delete", "query"];
const words = (text: string) => text.split(" ");
const ANNOTATIONS = words("description title example examples default deprecated readOnly writeOnly $comment format");
const BOUNDS = words("minimum minLength minItems maximum maxLength maxItems");
const COMPARED = [...words("$ref type const properties required additionalProperties items prefixItems"), ...BOUNDS];

export function breakingChanges(before: Json, after: Json): string[] {
  const found = new Set<string>();
  for (const [path, methods] of Object.entries<Json>(before.paths))
    for (const method of METHODS.filter((each) => methods[each] !== undefined)) {
      const place = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      const changes = now === undefined ? ["is gone"] : operationChanges(methods[method], now, before, after);
      for (const change of changes) found.add(`${place}: ${change}`);
    }
  for (const name of Object.keys(before.components?.schemas ?? {}))
    if (after.components?.schemas?.[name] === undefined) found.add(`the schema ${name} is gone`);
  return [...found];
}

function operationChanges(was: Json, is: Json, before: Json, after: Json): string[] {
  const changes = was.operationId === is.operationId ? [] : [`the operation is called ${is.operationId}`];
  const parametersOf = (operation: Json, document: Json) =>
    keyed((operation.parameters ?? []).map((each: Json) => follow(each, document)));
  const [former, present] = [parametersOf(was, before), parametersOf(is, after)];
  for (const [name, parameter] of former) {
    const now = present.get(name);
    if (now === undefined) changes.push(`the parameter ${name} is gone`);
    else changes.push(...narrowed(parameter.schema, now.schema, name));
  }
  for (const [name, { required }] of present)
    if (required && !former.get(name)?.required) changes.push(`the parameter ${name} is required`);
  if (is.requestBody?.required && !was.requestBody?.required) changes.push("a body is required");
  changes.push(...contentChanges(was.requestBody, is.requestBody, "request", "the body"));
  for (const [status, response] of Object.entries<Json>(was.responses).filter(([each]) => each < "400")) {
    const now = follow(is.responses[status], after);
    if (now === undefined) changes.push(`the response ${status} is gone`);
    else changes.push(...responseChanges(follow(response, before), now, status));
  }
  return changes;

  function narrowed(schema: Json, now: Json, place: string): string[] {
    return leftOut({ of: schema, in: before }, { of: now, in: after }, { direction: "request", place, seen: [] });
  }

  function responseChanges(response: Json, now: Json, place: string): string[] {
    const gone = Object.keys(response.headers ?? {}).filter((name) => now.headers?.[name] === undefined);
    return [
      ...gone.map((name) => `the header ${name} of ${place} is gone`),
      ...contentChanges(response, now, "response", place),
    ];
  }

  function contentChanges(former: Json, present: Json, direction: Direction, place: string): string[] {
    return Object.entries<Json>(former?.content ?? {}).flatMap(([type, { schema }]) => {
      const now = present?.content?.[type];
      if (now === undefined) return [`${place} as ${type} is gone`];
      const [earlier, later] = [schema, now.schema].map((of, index) => ({ of, in: index === 0 ? before : after }));
      const [part, whole] = direction === "request" ? [earlier, later] : [later, earlier];
      return leftOut(part as Schema, whole as Schema, { direction, place, seen: [] });
    });
  }
}

const keyed = (parameters: Json[]) => new Map(parameters.map((each) => [`${each.in} ${each.name}`, each]));

function follow(value: Json, document: Json): Json {
  if (typeof value?.$ref !== "string") return value;
  const found = value.$ref
    .slice(2)
    .split("/")
    .reduce((at: Json, key: string) => at[key], document);
  const { $ref, ...beside } = value;
  return follow({ ...found, ...beside }, document);
}

/**
 * Lists what the schema `part` allows and `whole` does not. For a request, `part` is the earlier schema, for a response the
 * later one.
 */
function leftOut(part: Schema, whole: Schema, at: At): string[] {
  const isNamed = part.of?.$ref !== undefined && whole.of?.$ref !== undefined;
  const names = isNamed ? [`${part.of.$ref} ${whole.of.$ref}`] : [];
  if (names.some((name) => at.seen.includes(name))) return [];
  const inside = { ...at, seen: [...at.seen, ...names] };
  const choices = alternatives(whole);
  return alternatives(part).flatMap((value) => {
    const reasonsOf = (some: Schema[]) => some.map((each) => plainLeftOut(value, each, inside)).sort(byLength)[0] ?? [];
    const closest = reasonsOf(choices);
    if (closest.length === 0 || choices.length === 1) return closest;
    const ofItsType = reasonsOf(choices.filter(({ of }) => of.type === value.of.type));
    if (ofItsType.length > 0 && ["object", "array"].includes(value.of.type)) return ofItsType;
    return [`${at.place}: ${nameOf(value.of)} is ${at.direction === "request" ? "refused" : "new"}`];
  });
}

const byLength = (one: string[], other: string[]) => one.length - other.length;

function nameOf({ type, const: only, enum: values, properties }: Json): string {
  if (only !== undefined || values !== undefined) return JSON.stringify(only ?? values);
  return properties === undefined ? String(type ?? "anything") : `{${Object.keys(properties).join(", ")}}`;
}

/** Splits a schema into ones without `anyOf` and `allOf`, each with one type and one value at most. */
function alternatives({ of, in: document }: Schema): Schema[] {
  const { anyOf, oneOf, allOf, type, enum: values, ...rest } = follow(of ?? {}, document);
  const plain = (schema: Json) => alternatives({ of: schema, in: document });
  const several = anyOf ?? oneOf;
  if (several !== undefined) return several.flatMap((each: Json) => plain({ ...rest, ...follow(each, document) }));
  if (allOf !== undefined)
    return [rest, ...allOf]
      .map(plain)
      .reduce((one, other) =>
        one.flatMap((left) => other.map((right) => ({ of: both(left.of, right.of), in: document }))),
      );
  if (values !== undefined) return values.map((value: Json) => ({ of: { const: value }, in: document }));
  const types = Array.isArray(type) ? type : [type];
  return types.map((each) => ({ of: each === undefined ? rest : { ...rest, type: each }, in: document }));
}

function both(one: Json, other: Json): Json {
  const [items, others] = [one.prefixItems, other.prefixItems];
  if (items === undefined || others === undefined) return { ...one, ...other };
  return {
    ...one,
    ...other,
    prefixItems: items.map((item: Json, index: number) => ({ allOf: [item, others[index]] })),
  };
}

function plainLeftOut(part: Schema, whole: Schema, at: At): string[] {
  const [value, rule, { place }] = [part.of, whole.of, at];
  if (isDeepStrictEqual(value.not, {}) || Object.keys(rule).every((key) => ANNOTATIONS.includes(key))) return [];
  if (rule.const !== undefined)
    return isDeepStrictEqual(value.const, rule.const) ? [] : [`${place}: was ${nameOf(rule)}`];
  if (!isOfType(value, rule.type)) return [`${place}: is ${nameOf(value)}, was ${nameOf(rule)}`];
  if (value.const !== undefined) return [];
  const others = Object.keys(rule).filter((key) => !COMPARED.includes(key) && !ANNOTATIONS.includes(key));
  return [
    ...others.filter((key) => !isDeepStrictEqual(value[key], rule[key])).map((key) => `${place}: ${key} differs`),
    ...BOUNDS.filter((key) => isNarrower(key, value[key], rule[key])).map((key) => `${place}: ${key} is narrower`),
    ...membersLeftOut(part, whole, at),
    ...itemsLeftOut(part, whole, at),
  ];
}

function isOfType({ type, const: only }: Json, wanted: string | undefined): boolean {
  if (wanted === undefined || type === wanted || (type === "integer" && wanted === "number")) return true;
  if (only === undefined) return false;
  return only === null ? wanted === "null" : typeof only === (wanted === "integer" ? "number" : wanted);
}

function isNarrower(bound: string, value: number | undefined, rule: number | undefined): boolean {
  if (rule === undefined) return false;
  return value === undefined || (bound.startsWith("min") ? rule > value : rule < value);
}

function membersLeftOut(part: Schema, whole: Schema, at: At): string[] {
  const { direction, place } = at;
  const isRequest = direction === "request";
  const { properties: own = {}, required = [], additionalProperties: ownOthers } = part.of;
  const { properties: known = {}, required: due = [], additionalProperties: others } = whole.of;
  const isClosed = isRequest && others === false;
  const gone = isRequest
    ? Object.keys(own).filter((key) => isClosed && !(key in known))
    : Object.keys(known).filter((key) => !(key in own));
  const unmet = due.filter((key: string) => !required.includes(key) && !gone.includes(key));
  const within = (of: Json, rule: Json, name: string) =>
    leftOut({ of, in: part.in }, { of: rule, in: whole.in }, { ...at, place: `${place}.${name}` });
  return [
    ...gone.map((key) => `${place}.${key} is gone`),
    ...unmet.map((key: string) => `${place}.${key} ${isRequest ? "is required" : "can be absent"}`),
    ...(isClosed && ownOthers !== false ? [`${place}: other members are refused`] : []),
    ...Object.keys(known).flatMap((key) => (key in own ? within(own[key], known[key], key) : [])),
    ...(typeof others === "object" && typeof ownOthers === "object" ? within(ownOthers, others, "*") : []),
  ];
}

function itemsLeftOut(part: Schema, whole: Schema, at: At): string[] {
  const itemOf = (list: Schema, index: number) => ({ ...list, of: list.of.prefixItems?.[index] ?? list.of.items });
  const places = whole.of.prefixItems ?? (whole.of.items === undefined ? [] : [whole.of.items]);
  return places.flatMap((_: Json, index: number) =>
    leftOut(itemOf(part, index), itemOf(whole, index), { ...at, place: `${at.place}[${index}]` }),
  );
}
