/** What the API reference shows about an endpoint, from its row of the registry and the error table. */
import { z } from "zod";
import type { EntityAccess } from "../../access/compile";
import { ERROR_STATUS, type ErrorCode } from "../../errors";
import { type DocumentedRow, withDocumentation } from "../endpoints/documentation";
import { ENDPOINTS, type EntityEndpoint } from "../endpoints/registry";
import { COMMON_ERRORS, errorExamples } from "../openapi/errors";

export type EndpointReference = {
  endpoint: DocumentedRow<EntityEndpoint>;
  /** The anchor of the section, for links. */
  slug: string;
  parameters: MemberReference[];
  headers: MemberReference[];
  /** Properties of the body; null if the endpoint takes none. */
  body: MemberReference[] | null;
  /** In addition to the errors of every endpoint. */
  errors: ErrorReference[];
};

export type MemberReference = { name: string; type: string; required: boolean; description: string };
export type ErrorReference = { status: number; code: ErrorCode; when: string };

/** The endpoints of an entity that a caller with this access can use, in the order of the registry. */
export function usableEndpoints({ permissions }: EntityAccess): EndpointReference[] {
  return REFERENCES.filter(({ endpoint: { verbs } }) => verbs.length === 0 || verbs.some((verb) => permissions[verb]));
}

/** The whole error table or, with `codes`, only these rows, in the order of the table. */
export function describeErrors(codes?: readonly ErrorCode[]): ErrorReference[] {
  const examples = errorExamples();
  return (Object.keys(ERROR_STATUS) as ErrorCode[])
    .filter((code) => codes === undefined || codes.includes(code))
    .map((code) => ({ status: ERROR_STATUS[code], code, when: examples[code].summary }));
}

const DOCUMENTED = ENDPOINTS.filter((endpoint) => endpoint.about === "entity")
  .filter(({ method }) => method !== "QUERY")
  .map(withDocumentation);

/** QUERY is described together with POST. Records come first: people look for them more often than for discovery. */
const REFERENCES: readonly EndpointReference[] = [
  ...DOCUMENTED.filter(({ tag }) => tag === "Records"),
  ...DOCUMENTED.filter(({ tag }) => tag !== "Records"),
].map(toReference);

function toReference(endpoint: DocumentedRow<EntityEndpoint>): EndpointReference {
  const { parameters = {}, headers = {}, body, errors } = endpoint;
  const schemas = Object.entries(parameters).map(([name, { schema }]) => [name, schema] as const);
  return {
    endpoint,
    slug: slugOf(endpoint.name),
    parameters: membersOf(z.object(Object.fromEntries(schemas)).partial()),
    headers: Object.entries(headers).map(([name, { required, description }]) => {
      return { name, type: "string", required, description };
    }),
    body: body === undefined ? null : membersOf(body.schema),
    errors: describeErrors(errors.filter((code) => !COMMON_ERRORS.includes(code))),
  };
}

/** `records.list` becomes `list`, `changes.list` becomes `changes`. */
function slugOf(name: string): string {
  const [room = "", verb = ""] = name.split(".");
  return room === "records" || room === "entities" ? verb : room;
}

type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

function membersOf(schema: z.ZodType): MemberReference[] {
  const whole = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  const { properties = {}, required = [] } = resolve(whole, whole);
  return Object.entries(properties).map(([name, member]) => ({
    name,
    type: typeWords(member, whole),
    required: required.includes(name),
    description: descriptionOf(member, whole),
  }));
}

function resolve(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").pop();
  return name === undefined ? schema : { ...whole.$defs?.[name], ...schema };
}

/** The type of a nullable property without null: the page says once that null counts as absent. */
function unwrap(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = resolve(schema, whole);
  const others = anyOf?.filter(({ type }) => type !== "null");
  return others?.length === 1 && others[0] !== undefined
    ? { ...unwrap(others[0], whole), ...rest }
    : { ...rest, ...(anyOf && { anyOf }) };
}

function typeWords(member: JsonSchema, whole: JsonSchema): string {
  const { type = "", enum: values, minimum, maximum } = unwrap(member, whole);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" or ");
  const range = minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return `${type}${range}`;
}

function descriptionOf(member: JsonSchema, whole: JsonSchema): string {
  const { description = "", default: initial } = { ...unwrap(member, whole), ...member };
  if (initial === undefined || initial === false) return description;
  return `${description} Default: ${String(initial)}.`;
}
