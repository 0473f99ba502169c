/** What the registry of endpoints does not say of an operation; a test holds the two to the same names. */
import type { z } from "zod";
import type { ErrorCode } from "../../errors";
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from "../../limits";
import * as examples from "./examples";
import type { HeaderName } from "./headers";
import * as schemas from "./schemas";

export type Operation = {
  /** The name of the method in generated clients: letters only. */
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  /** Of the query string. */
  parameters?: z.ZodObject;
  headers?: Record<string, RequestHeader>;
  body?: { schema: z.ZodType; examples: Record<string, { summary: string; value: unknown }> };
  success: Success;
  /** What 304 says, where the operation can answer so. */
  notModified?: string;
  errors: readonly ErrorCode[];
};

type RequestHeader = { description: string; required: boolean; schema: Record<string, unknown>; example: string };

type Success = {
  status: 200 | 201;
  description: string;
  schema: z.ZodType;
  /** Left out where each member of the schema shows one. */
  example?: unknown;
  headers?: readonly HeaderName[];
};

export const TAGS = {
  Token: "Whom the token acts for.",
  Entities: "Discovery: which entities there are, what their fields are, and what the token can do with them.",
  Records: "Listing, querying, reading, creating, updating and deleting records.",
};

const LIST_ERRORS = [
  "ENTITY_NOT_FOUND",
  "PERMISSION_DENIED",
  "INVALID_LIMIT",
  "INVALID_CURSOR",
  "INVALID_SORT",
  "FIELD_NOT_QUERYABLE",
] as const satisfies ErrorCode[];

const WRITE_ERRORS = ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "PARENT_REFERENCE"] as const satisfies ErrorCode[];

const VERSION_ERRORS = [
  "RECORD_NOT_FOUND",
  "PRECONDITION_REQUIRED",
  "PRECONDITION_FAILED",
] as const satisfies ErrorCode[];

const IF_MATCH: RequestHeader = {
  description: "The `ETag` of the version that the caller has read, or `*` for any version.",
  required: true,
  schema: { type: "string" },
  example: examples.ETAG,
};

export const OPERATIONS: Record<string, Operation> = {
  me: {
    id: "getMe",
    tag: "Token",
    summary: "Get the token and its owner",
    description: "Tells which token the request came with, and the member and the organisation it acts for.",
    success: {
      status: 200,
      description: "The token and its owner.",
      schema: schemas.identity,
      example: examples.identity,
    },
    errors: [],
  },
  "entities.list": {
    id: "listEntities",
    tag: "Entities",
    summary: "List entities",
    description: "Lists the entities that the token has at least one verb on, by key. The list has no pages.",
    success: {
      status: 200,
      description: "The entities.",
      schema: schemas.entityList,
      example: { items: [examples.entitySummary] },
    },
    errors: [],
  },
  "entities.describe": {
    id: "getEntity",
    tag: "Entities",
    summary: "Get an entity",
    description: "Describes the fields of an entity: types, rules, and which operators filters can use.",
    success: {
      status: 200,
      description: "The entity.",
      schema: schemas.entityDescription,
    },
    errors: ["ENTITY_NOT_FOUND"],
  },
  "records.list": {
    id: "listRecords",
    tag: "Records",
    summary: "List records",
    description: "Gives a page of the records that the token can see, newest first unless `sort` says otherwise.",
    parameters: schemas.listParameters,
    success: {
      status: 200,
      description: "A page of records.",
      schema: schemas.recordPage,
      example: examples.recordPage,
    },
    errors: LIST_ERRORS,
  },
  "records.query": {
    id: "queryRecords",
    tag: "Records",
    summary: "Query records",
    description: "Gives a page of the records that match a filter. It changes nothing.",
    body: { schema: schemas.queryBody, examples: examples.queries },
    success: {
      status: 200,
      description: "A page of records.",
      schema: schemas.recordPage,
      example: examples.recordPage,
    },
    errors: [...LIST_ERRORS, "INVALID_BODY"],
  },
  "records.read": {
    id: "getRecord",
    tag: "Records",
    summary: "Get a record",
    description: "Gives one record. Its `ETag` is its version, whatever `fields` picks.",
    parameters: schemas.readParameters,
    headers: {
      "If-None-Match": {
        description: "An `ETag` that was read before. The response is 304 while it is the current one.",
        required: false,
        schema: { type: "string" },
        example: examples.ETAG,
      },
    },
    success: {
      status: 200,
      description: "The record.",
      schema: schemas.recordEnvelope,
      example: examples.recordEnvelope,
      headers: ["ETag"],
    },
    notModified: "The record is still at the version of `If-None-Match`. There is no body.",
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "RECORD_NOT_FOUND", "FIELD_NOT_QUERYABLE"],
  },
  "records.create": {
    id: "createRecord",
    tag: "Records",
    summary: "Create a record",
    description: "Creates one record. With an `Idempotency-Key` a repeated request creates nothing twice.",
    headers: {
      "Idempotency-Key": {
        description: `A repeated request with the same key and body gets the first response again, for ${IDEMPOTENCY_HOURS} hours.`,
        required: false,
        schema: { type: "string", minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: "^[!-~]+$" },
        example: "import-2026-11-21-row-17",
      },
    },
    body: {
      schema: schemas.recordBody,
      examples: { record: { summary: "A new record", value: examples.newRecord } },
    },
    success: {
      status: 201,
      description: "The record was created.",
      schema: schemas.recordEnvelope,
      example: examples.recordEnvelope,
      headers: ["ETag", "Location"],
    },
    errors: [...WRITE_ERRORS, "INVALID_BODY", "CREATED_RECORD_NOT_READABLE", "DUPLICATE_LABEL"],
  },
  "records.update": {
    id: "updateRecord",
    tag: "Records",
    summary: "Update a record",
    description:
      "Changes the given fields, if the record is still at the version of `If-Match`. null clears a field. Other fields stay.",
    headers: { "If-Match": IF_MATCH },
    body: {
      schema: schemas.recordBody,
      examples: { changes: { summary: "The fields that change", value: examples.changes } },
    },
    success: {
      status: 200,
      description: "The record as it is now.",
      schema: schemas.recordEnvelope,
      example: examples.updatedRecord,
      headers: ["ETag"],
    },
    errors: [...WRITE_ERRORS, ...VERSION_ERRORS, "INVALID_BODY", "DUPLICATE_LABEL"],
  },
  "records.delete": {
    id: "deleteRecord",
    tag: "Records",
    summary: "Delete a record",
    description: "Deletes one record, if it is still at the version of `If-Match`.",
    headers: { "If-Match": IF_MATCH },
    success: {
      status: 200,
      description: "The record was deleted.",
      schema: schemas.deleteResult,
      example: examples.deleteResult,
    },
    errors: [...WRITE_ERRORS, ...VERSION_ERRORS],
  },
};
