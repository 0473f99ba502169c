/**
 * The shapes of requests and answers, for people and generators who read `docs/openapi.json`, and for tests that hold the
 * answers to them. Input is checked where it is parsed: each of its faults has a code of its own.
 */
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import {
  DEFAULT_PAGE_SIZE,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
} from "../limits";
import { OPERATORS } from "../model";

const timestamp = z.iso.datetime({ precision: 3 }).describe("ISO 8601 in UTC with milliseconds.");
const anyJson = z.unknown().describe("Any JSON value.");
const recordData = z.record(z.string(), anyJson).describe("Field key to value.");

export const permissions = z
  .object({ list: z.boolean(), create: z.boolean(), update: z.boolean(), delete: z.boolean() })
  .describe("false: the caller must not attempt the verb.")
  .meta({ id: "Permissions" });

export const identity = z
  .object({
    organizationId: z.string(),
    member: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
    token: z.object({ id: z.string(), name: z.string(), tokenHint: z.string() }),
  })
  .meta({ id: "Identity" });

export const entitySummary = z
  .object({
    entityKey: z.string(),
    label: z.string(),
    pluralLabel: z.string(),
    description: z.string().nullable(),
    permissions,
  })
  .meta({ id: "EntitySummary" });

export const entityList = z.object({ items: z.array(entitySummary) }).meta({ id: "EntityList" });

const operator = z.enum(OPERATORS).meta({ id: "Operator" });

const field = z
  .object({
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    type: z.string(),
    required: z.boolean(),
    unique: z.boolean(),
    multiple: z.boolean(),
    default: anyJson,
    createable: z.boolean(),
    updateable: z.boolean(),
    queryable: z.boolean(),
    sortable: z.boolean(),
    searchable: z.boolean(),
    operators: z.array(operator),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    reference: z
      .string()
      .nullable()
      .describe("The key of the entity pointed to; null where there is none that the caller can see."),
    min: z.union([z.number(), z.string()]).nullable(),
    max: z.union([z.number(), z.string()]).nullable(),
    maxLength: z.int().nullable(),
  })
  .meta({ id: "Field" });

const systemField = z
  .object({
    key: z.enum(["id", "created", "updated"]),
    type: z.string(),
    sortable: z.boolean(),
    operators: z.array(operator),
  })
  .meta({ id: "SystemField" });

export const entityDescription = z
  .object({
    ...entitySummary.shape,
    labelField: z.string().nullable(),
    fields: z.array(field),
    systemFields: z.array(systemField),
  })
  .meta({ id: "EntityDescription" });

export const recordEnvelope = z
  .object({
    id: z.string(),
    entityKey: z.string(),
    created: timestamp,
    updated: timestamp,
    versionId: z.string().describe("The ETag is this value in quotes."),
    data: recordData.describe("The fields that the owner may read; protected ones are absent, empty ones null."),
  })
  .meta({ id: "Record" });

export const recordPage = z
  .object({
    items: z.array(recordEnvelope),
    nextCursor: z.string().nullable().describe("Send it back unchanged for the next page; null on the last one."),
  })
  .meta({ id: "RecordPage" });

export const deleteResult = z
  .object({ id: z.string(), entityKey: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeleteResult" });

export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      requestId: z.string(),
      details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: "Error" });

export const recordBody = z.strictObject({ data: recordData }).meta({ id: "RecordBody" });

const limit = z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE);
const cursor = z.string().describe("The nextCursor of a previous page of the same query.");
const search = z.string().max(MAX_SEARCH_LENGTH).describe("Every word must occur in some searchable field.");

const filter = z
  .unknown()
  .describe(
    `A condition ["field", "operator", value], or an object with the one key and, or, or not. At most ${MAX_FILTER_DEPTH} deep and ${MAX_FILTER_CONDITIONS} conditions. Discovery lists the operators of each field.`,
  )
  .meta({ id: "Filter" });

export const queryBody = z
  .strictObject({
    where: filter.optional(),
    sort: z.array(z.object({ field: z.string(), direction: z.enum(["asc", "desc"]) })).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
    search: search.optional(),
    fields: z.array(z.string()).optional(),
  })
  .meta({ id: "Query" });

export const listParameters = z.object({
  limit: limit.optional(),
  cursor: cursor.optional(),
  sort: z.string().optional().describe("Comma-separated field:asc or field:desc. Newest first without it."),
  search: search.optional(),
  fields: z.string().optional().describe("Comma-separated keys: only these are given in data."),
});

export const readParameters = listParameters.pick({ fields: true });
