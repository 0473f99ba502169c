/**
 * What is known of an endpoint: one row says all of it. Routing, both adapters, the pipeline, OpenAPI and the explanation of
 * refusals derive from the rows; checks that all endpoints share are the pipeline's.
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

/** `verbs`: of which the caller must have one; none where any verb will do. */
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
  /** Changes nothing, so that its work may be begun early, and thrown away. */
  safe: boolean;
  /** It waits for something to happen, so it is for the handler to see that its own work does not take too long. */
  waits?: true;
  /** The name of the method in generated clients: letters only. */
  operationId: string;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  /** Of the query string; any other name is refused. */
  parameters?: z.ZodObject;
  headers?: Record<string, RequestHeader>;
  /** `bounds`: where it can have more than other bodies. */
  body?: { schema: z.ZodType; bounds?: BodyBounds; examples: Record<string, { summary: string; value: unknown }> };
  success: Success;
  /** What 304 says, where the endpoint can give it. */
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
  /** The body is what the schema says, without `data` around it. */
  isWhole?: true;
  /** Left out where each member of the schema shows one. */
  example?: unknown;
  headers?: readonly ("ETag" | "Location" | "Link")[];
};

export const TAGS = {
  Token: "Whom the token acts for.",
  Entities: "Discovery: which entities there are, what their fields are, and what the token can do with them.",
  Records: "Listing, querying, reading, creating, updating and deleting records.",
};

/** A request that has passed every check that does not depend on what it asks. */
export type CallerRequest = { caller: Caller; request: ApiRequest; query: QueryString };

export type EntityRequest = CallerRequest & {
  /** The entity is exposed, usable, and open to the endpoint's verbs. */
  access: EntityAccess;
  recordId: string | null;
  /** Rejects with INVALID_BODY, or RATE_LIMITED where there was no room for it. */
  body: { read(): Promise<Body> };
  deadline: Deadline;
  /** Counts the request as so many. Throws RATE_LIMITED where the token's window has no room for them. */
  countAs(requests: number): Promise<void>;
};

/** What a handler gives back: data as JSON text, and what the headers tell of it. */
export type EndpointResult = {
  status: 200 | 201 | 204 | 304;
  /** In pieces where it is long; a stream of bytes is the whole body, as JSON; null where the status has no body. */
  data: string | string[] | Readable | null;
  /** `data` is CSV, and the whole body. */
  isCsv?: true;
  version?: string;
  location?: string;
  allow?: string;
  /** What only some endpoints tell, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  /** To be called once the response has left, or never will. */
  sent?: () => void;
};

/** Of a path that takes QUERY (RFC 10008 § 3): in which form. */
export const ACCEPT_QUERY = { "accept-query": "application/json" } as const;

const ADMISSION: readonly Step[] = ["request id", "path", "address", "token address", "token", "owner", "rate limit"];

/** All the checks of an endpoint in their order: what the pipeline asks, then what is its own. */
export function checksOf(row: EndpointRow): Step[] {
  if (row.about === "caller") return [...ADMISSION, ...row.checks];
  return [...ADMISSION, "entity", ...(row.verbs.length === 0 ? [] : (["verb"] as const)), ...row.checks];
}
