/**
 * An endpoint in one row. Routing, both adapters, the pipeline, OpenAPI and the explanation of refusals derive from the rows;
 * the checks that all endpoints share are the pipeline's.
 */
import type { Readable } from "node:stream";
import type { z } from "zod";
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import type { ErrorCode } from "../../errors";
import type { Verb } from "../../model";
import type { Ending } from "../../postgres/transaction";
import type { Step } from "../../refusal";
import type { Deadline } from "../../time/deadline";
import type { Body, BodyBounds } from "../input/body";
import type { QueryString } from "../input/query-string";
import type { ApiRequest } from "../request";

/** `verbs`: the caller needs one of them; with none, any verb will do. */
export type CallerRow = Row & {
  about: "caller";
  verbs?: undefined;
  handle(request: CallerRequest): Promise<EndpointResult> | EndpointResult;
};
export type EntityRow = Row & {
  about: "entity";
  verbs: readonly Verb[];
  /** `ending`: of what it writes. */
  handle(request: EntityRequest, ending: Ending): Promise<EndpointResult> | EndpointResult;
};
export type EndpointRow = CallerRow | EntityRow;

type Row = {
  method: "GET" | "QUERY" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** Changes nothing, so its work can begin early and be thrown away. */
  safe: boolean;
  /** It waits for a change, so the handler itself bounds its own work. */
  waits?: true;
  /** The name of the method in generated clients: letters only. */
  operationId: string;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  /** The query string; any other name is refused. */
  parameters?: z.ZodObject;
  headers?: Record<string, RequestHeader>;
  /** `bounds`: where it can be larger than other bodies. */
  body?: { schema: z.ZodType; bounds?: BodyBounds; examples: Record<string, { summary: string; value: unknown }> };
  success: Success;
  /** The description of 304, where the endpoint has it. */
  notModified?: string;
  /** Its own checks in their order (contract § 1), after those that all endpoints share; see `checksOf`. */
  checks: readonly Step[];
  /** Its own codes, beside those that every endpoint can give. */
  errors: readonly ErrorCode[];
};

export type RequestHeader = {
  description: string;
  required: boolean;
  schema: Record<string, unknown>;
  example: string;
};

type Success = {
  status: 200 | 201;
  description: string;
  schema: z.ZodType;
  /** The body is the schema itself, without `data` around it. */
  isWhole?: true;
  /** Not needed where each member of the schema has one. */
  example?: unknown;
  headers?: readonly ("ETag" | "Location" | "Link")[];
};

export const TAGS = {
  Token: "Whom the token acts for.",
  Entities: "Discovery: which entities there are, what their fields are, and what the token can do with them.",
  Records: "Listing, querying, reading, creating, updating and deleting records.",
};

/** A request that has passed every check that does not depend on its content. */
export type CallerRequest = { caller: Caller; request: ApiRequest; query: QueryString };

export type EntityRequest = CallerRequest & {
  /** Of an entity that is exposed, usable, and open to the endpoint's verbs. */
  access: EntityAccess;
  recordId: string | null;
  /** Rejects with INVALID_BODY, or RATE_LIMITED where there was no room for it. */
  body: { read(): Promise<Body> };
  deadline: Deadline;
  /** Counts the request as so many. Throws RATE_LIMITED where the token's window has no room for them. */
  countAs(requests: number): Promise<void>;
};

/** What a handler returns: data as JSON text, and values for headers. */
export type EndpointResult = {
  status: 200 | 201 | 204 | 304;
  /** In pieces where it is long. A stream of bytes is the whole body, as JSON. null: no body. */
  data: string | string[] | Readable | null;
  /** `data` is CSV, and the whole body. */
  isCsv?: true;
  version?: string;
  location?: string;
  allow?: string;
  /** Headers of this endpoint alone, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  /** To be called once the response has left, or never will. */
  sent?: () => void;
};

/** For paths that take QUERY (RFC 10008 § 3). */
export const ACCEPT_QUERY = { "accept-query": "application/json" } as const;

const ADMISSION: readonly Step[] = ["request id", "path", "address", "token address", "token", "owner", "rate limit"];

/** All checks of an endpoint in their order: the pipeline's, then its own. */
export function checksOf(row: EndpointRow): Step[] {
  if (row.about === "caller") return [...ADMISSION, ...row.checks];
  return [...ADMISSION, "entity", ...(row.verbs.length === 0 ? [] : (["verb"] as const)), ...row.checks];
}
