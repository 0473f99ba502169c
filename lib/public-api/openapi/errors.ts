/** The error responses of the document: when each code is returned, with an example (spec: Errors). */
import { ERROR_STATUS, type ErrorCode, type ErrorDetail } from "../../errors";
import { type EndpointRow, takesDryRun } from "../endpoints/endpoint";
import type { Json } from "./entity/json-schema";
import { HEADERS, responseHeaders } from "./headers";

const ERRORS: Record<ErrorCode, { when: string; message: string; details?: ErrorDetail[] }> = {
  INVALID_BODY: {
    when: "The body is malformed, lacks `data`, or its values break the rules of their fields. `details` names the fields.",
    message: "The data is not valid.",
    details: [{ field: "title", message: "is required" }],
  },
  INVALID_FILTERS: {
    when: "`where` or `search` is not valid, a query parameter is unknown, or the query takes too long.",
    message: "The operator of a condition is one of eq, neq, gt, gte, lt, lte, in, nin, …",
  },
  INVALID_LIMIT: {
    when: "`limit` is not an integer from 1 to 500.",
    message: "limit must be an integer from 1 to 500.",
  },
  INVALID_CURSOR: {
    when: "`cursor` does not belong to this query.",
    message:
      "The cursor does not belong to this query. Send nextCursor unchanged, with the same where, sort and search.",
  },
  INVALID_SORT: {
    when: "`sort` is not valid.",
    message: "sort is field:asc or field:desc, with commas between several.",
  },
  FIELD_NOT_QUERYABLE: {
    when: "A filter, an order, `fields`, `expand`, `groupBy` or `measures` names a field that is unknown, hidden or cannot be used there.",
    message: "A field named in where, sort, fields or expand does not exist or cannot be used there.",
  },
  INVALID_TOKEN: {
    when: "There is no token, or it is malformed or unknown.",
    message: "The request carries no valid token. Send it as Authorization: Bearer service_v1_….",
  },
  TOKEN_REVOKED: { when: "The token was revoked.", message: "This token was revoked." },
  TOKEN_EXPIRED: { when: "The token has expired.", message: "This token has expired." },
  OWNER_INACTIVE: {
    when: "The member who owns the token is inactive.",
    message: "The member who owns this token is not active.",
  },
  PERMISSION_DENIED: {
    when: "The verb, the scope of records, the permissions on fields or the lifecycle forbid it.",
    message: "This token does not have update on deals.",
  },
  CREATED_RECORD_NOT_READABLE: {
    when: "The record was created, and the token cannot read it. Do not repeat the request.",
    message: "The record was created, but this token cannot read it. Do not repeat the request.",
  },
  ENTITY_NOT_FOUND: {
    when: "There is no such entity, or none that the token can use.",
    message: "There is no such entity. GET /entities lists those this token can use.",
  },
  RECORD_NOT_FOUND: {
    when: "There is no such record, or none that the token can see.",
    message: "There is no such record.",
  },
  METHOD_NOT_ALLOWED: {
    when: "The path does not take the method. `Allow` lists those that it takes.",
    message: `This path takes ${HEADERS.Allow.example}.`,
  },
  DUPLICATE_LABEL: {
    when: "Another record of the entity has this label, or this value of a unique field.",
    message: "Another record of this entity already has this label.",
  },
  PARENT_REFERENCE: {
    when: "The parent is missing, would close a cycle, or the record still has children.",
    message:
      "The parent does not allow this: it must exist, must not close a cycle, and must not be left by its children.",
  },
  PRECONDITION_FAILED: {
    when: "The record is not at the version of `If-Match`. Read it again and decide again.",
    message: "If-Match does not name the record's current version. Read it again and decide again.",
  },
  PRECONDITION_REQUIRED: {
    when: "`If-Match` is missing.",
    message: "Send If-Match with the ETag of the version you have read, or with *.",
  },
  RATE_LIMITED: {
    when: "Too many requests, too many at a time, or too many failed authentications from this address. Wait `retry-after` seconds.",
    message: `Too many requests. Wait ${HEADERS["retry-after"].example} seconds.`,
  },
  SERVER_ERROR: {
    when: "The service failed. After a write, find out whether it happened before you repeat it.",
    message: "Something failed on our side. Quote the request id when you report it.",
  },
};

const COMMON_ERRORS: readonly ErrorCode[] = [
  "INVALID_FILTERS",
  "INVALID_TOKEN",
  "TOKEN_REVOKED",
  "TOKEN_EXPIRED",
  "OWNER_INACTIVE",
  "METHOD_NOT_ALLOWED",
  "RATE_LIMITED",
  "SERVER_ERROR",
];

/** Statuses that have the same codes for every endpoint: their responses are written once. */
const SHARED: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  405: "MethodNotAllowed",
  429: "TooManyRequests",
  500: "ServerError",
};

/** Keyed by status, for an endpoint's own codes and the common ones. `write` writes the responses that are not shared. */
export function errorResponses(row: EndpointRow, write = errorResponse): Json {
  const responses = byStatus(new Set([...row.errors, ...COMMON_ERRORS])).map(([status, codes]) => {
    const shared = SHARED[status];
    return [
      status,
      shared === undefined ? write(status, codes, takesDryRun(row)) : { $ref: `#/components/responses/${shared}` },
    ];
  });
  return Object.fromEntries(responses);
}

/** For responses that several operations refer to: only the codes, as the examples say when each is returned. */
export function shortErrorResponse(status: number, codes: readonly ErrorCode[], hasDryRun: boolean): Json {
  const description = codes.map((code) => `\`${code}\``).join(", ");
  return { ...errorResponse(status, codes, hasDryRun), description };
}

export function sharedResponses(): Json {
  return Object.fromEntries(
    byStatus(new Set(COMMON_ERRORS)).flatMap(([status, codes]) => {
      const name = SHARED[status];
      return name === undefined ? [] : [[name, errorResponse(status, codes, false)]];
    }),
  );
}

export function errorExamples(): Record<ErrorCode, { summary: string; value: unknown }> {
  const examples = Object.entries(ERRORS).map(([code, { when, message, details }]) => {
    const error = { code, message, requestId: HEADERS["x-request-id"].example };
    return [code, { summary: when, value: { error: details === undefined ? error : { ...error, details } } }];
  });
  return Object.fromEntries(examples);
}

function byStatus(codes: ReadonlySet<ErrorCode>): [number, ErrorCode[]][] {
  const inOrder = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
  const statuses = [...new Set(inOrder.map((code) => ERROR_STATUS[code]))];
  return statuses.map((status) => [status, inOrder.filter((code) => ERROR_STATUS[code] === status)]);
}

function errorResponse(status: number, codes: readonly ErrorCode[], hasDryRun: boolean): Json {
  return {
    description: codes.map((code) => `- \`${code}\`: ${ERRORS[code].when}`).join("\n"),
    headers: responseHeaders(status, hasDryRun ? ["x-dry-run"] : []),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
