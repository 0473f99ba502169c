/** The API reference shows the operations of a caller's OpenAPI document, each with its row of the registry. */
import type { Access, EntityAccess } from "../../access/compile";
import { publicOrigin } from "../../http/origin";
import { type DocumentedRow, TAGS, withDocumentation } from "../endpoints/documentation";
import { takesDryRun } from "../endpoints/endpoint";
import { ENDPOINTS, type Endpoint, type EndpointName, ROWS } from "../endpoints/registry";
import type { Json } from "../openapi/entity/json-schema";
import type { Reader } from "../openapi/entity-part";
import { pathOf, schemaOf } from "../openapi/operation";
import { tokenDocument } from "../openapi/token-document";
import { type Member, type Schema, SchemaReader } from "./schema-members";

/** The pages of operations about no entity: no entity has such a key. */
export const CALLER_PAGES: ReadonlyMap<string, { title: string; description: string }> = new Map([
  ["~token", { title: "The token", description: "Whom it acts for, what it can use, and the search over all of it." }],
  ["~webhooks", { title: "Webhooks", description: TAGS.Webhooks }],
]);

export type Operation = {
  /** null: the service sends it to the receiver of a webhook. */
  endpoint: DocumentedRow<Endpoint> | null;
  /** The anchor of the section, for links. */
  slug: string;
  title: string;
  description: string;
  method: string;
  path: string;
  query: Member[];
  headers: Member[];
  body: Member[];
  responses: OperationResponse[];
  /** They show the parameters that a query requires, the body, and the success. */
  examples: { query: Record<string, string>; body: unknown; success: unknown };
};

/** `codes` of errors, `headers` of a success. */
export type OperationResponse = { status: string; description: string; codes: string[]; headers: string[] };

/** The endpoints of the reference. QUERY is described together with POST. */
export const SHOWN_ENDPOINTS = ENDPOINTS.filter(({ method }) => method !== "QUERY").map(withDocumentation);

const pageOf = ({ tag }: DocumentedRow) => (tag === "Webhooks" ? "~webhooks" : "~token");

/** The pages of a caller that have operations about no entity. */
export function callerPages(access: Access): string[] {
  return access.entities().some(({ permissions }) => permissions.list) ? [...CALLER_PAGES.keys()] : ["~token"];
}

/** The pages of a caller that have the operation. */
export function pagesWith(endpoint: DocumentedRow, access: Access): string[] {
  const { about, verbs } = endpoint;
  const isUsable = ({ permissions }: EntityAccess) => verbs.length === 0 || verbs.some((verb) => permissions[verb]);
  const entities = access.entities().filter(isUsable);
  if (about === "entity") return entities.map(({ entity }) => entity.key);
  return verbs.length > 0 && entities.length === 0
    ? []
    : callerPages(access).filter((page) => page === pageOf(endpoint));
}

/** `records.list` becomes `list`. */
export function slugOf(name: EndpointName): string {
  return name === "changes.list" ? "changes" : (name.split(".").at(-1) ?? name);
}

/** True for what can be sent from the pages: a read, or a write that can be a dry run. The document is meant for programs. */
export function isTried(endpoint: Endpoint): boolean {
  return endpoint.name !== "openapi" && (endpoint.safe || takesDryRun(endpoint));
}

/** True if it is about the caller's token, which a signed-in member does not have. */
export function isOfToken({ name }: Endpoint): boolean {
  return name === "me" || name.startsWith("webhooks.");
}

/** `page` is the key of an entity that the reader can see, or one of `CALLER_PAGES`. */
export async function operationsOf(reader: Reader, page: string): Promise<Operation[]> {
  const isOfEntity = !CALLER_PAGES.has(page);
  const { pieces } = await tokenDocument(reader, ROWS, publicOrigin(), isOfEntity ? new Set([page]) : null, isOfEntity);
  const document = JSON.parse(Buffer.concat(pieces).toString()) as Document;
  const schemas = new SchemaReader(document);
  const shown = SHOWN_ENDPOINTS.flatMap((endpoint) => {
    if (endpoint.about === "caller" ? pageOf(endpoint) !== page : !isOfEntity) return [];
    const path = pathOf(endpoint).replace("{entityKey}", page);
    const stated = document.paths[path]?.[endpoint.method.toLowerCase()];
    return stated === undefined ? [] : [toOperation(stated, { endpoint, path }, schemas)];
  });
  // Records come first: people look for them more often than for the description of their entity.
  const inOrder = shown.toSorted((one, other) => Number(one.slug === "describe") - Number(other.slug === "describe"));
  const sent = page === "~webhooks" ? Object.values(document.webhooks ?? {}) : [];
  return [...inOrder, ...sent.map(({ post }) => toOperation(post, { endpoint: null, path: RECEIVER }, schemas))];
}

const RECEIVER = "the URL of the webhook";

type Referable = { $ref?: string };
type Media = { schema: Schema; example?: unknown; examples?: Record<string, Referable & { value?: unknown }> };
type Content = Referable & { description: string; headers?: Json; content?: { "application/json": Media } };
type Parameter = Referable & { name: string; in: string; required: boolean; schema: Schema; example?: unknown };
type Stated = {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Parameter & { description: string })[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = Json & {
  paths: Record<string, Record<string, Stated>>;
  webhooks?: Record<string, { post: Stated }>;
};

function toOperation(
  stated: Stated,
  { endpoint, path }: Pick<Operation, "endpoint" | "path">,
  schemas: SchemaReader,
): Operation {
  const parameters = stated.parameters.filter(({ $ref }) => $ref !== REQUEST_ID).map((each) => schemas.resolve(each));
  const membersIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, schema }) => {
        return { ...schemas.member(name, { ...schema, description }), required: required === true };
      });
  const body = stated.requestBody?.content?.["application/json"];
  const responses = Object.entries(stated.responses).map(([status, each]) => [status, schemas.resolve(each)] as const);
  const success = responses.find(([status]) => status.startsWith("2"))?.[1].content?.["application/json"];
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  return {
    endpoint,
    slug: endpoint === null ? stated.operationId : slugOf(endpoint.name),
    // The document names the entity in each summary.
    title: endpoint?.summary ?? stated.summary,
    description: stated.description,
    method: endpoint?.method ?? "POST",
    path,
    query: membersIn("query"),
    headers: membersIn("header"),
    body: body === undefined ? [] : withWords(schemas.membersOf(body.schema), endpoint),
    responses: responses.map(([status, { description, headers = {}, content }]) => {
      const codes = status < "400" ? [] : Object.keys(content?.["application/json"].examples ?? {});
      return { status, description, codes, headers: status < "400" ? Object.keys(headers) : [] };
    }),
    examples: {
      query: Object.fromEntries(required.map(({ name, example }) => [name, String(example)])),
      body: body && exampleOf(body, schemas),
      success: success && exampleOf(success, schemas),
    },
  };
}

/** Every operation takes this header. */
const REQUEST_ID = "#/components/parameters/RequestId";

/** The words of the row are about the operation, those of the document about the entity. */
function withWords(members: Member[], endpoint: Operation["endpoint"]): Member[] {
  const components: Json = {};
  const schema = endpoint?.body ? schemaOf(endpoint.body.schema, components) : {};
  const words = new SchemaReader({ components: { schemas: components } }).membersOf(schema, 0);
  return members.map((each) => ({
    ...each,
    description: words.find(({ name }) => name === each.name)?.description || each.description,
  }));
}

function exampleOf({ schema, example, examples = {} }: Media, schemas: SchemaReader): unknown {
  const [first] = Object.values(examples);
  return example ?? (first === undefined ? schemas.sample(schema) : schemas.resolve(first).value);
}
