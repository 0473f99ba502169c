/** Describes responses with records, and all errors, for people and generators who read `docs/openapi.json`. */
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "../../errors";

export const timestamp = z.iso.datetime({ precision: 3 }).describe("ISO 8601 in UTC with milliseconds.");
export const uuid = z.string().meta({ format: "uuid" });
export const anyJson = z.unknown().describe("Any JSON value.");

/** The schema of an object that the document has under this name. */
export function component<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

const envelope = z.object({
  id: uuid,
  entityKey: z.string(),
  created: timestamp,
  updated: timestamp,
  versionId: uuid.describe("The ETag is this value in quotes."),
  data: z
    .record(z.string(), anyJson)
    .describe(
      "Field key to value. A field that the owner can read is always there, null where it is empty. A protected field is absent.",
    ),
});

export const recordEnvelope = envelope
  .extend({
    expanded: z
      .record(z.string(), envelope.meta({ id: "ExpandedRecord" }).nullable())
      .optional()
      .describe(
        "With `expand` only. Field key to the record that it refers to; null where it is empty, or out of the token's sight.",
      ),
  })
  .meta({ id: "Record" });

export const recordPage = component("RecordPage", {
  items: z.array(recordEnvelope).describe("A page can hold fewer records than `limit`."),
  nextCursor: z.string().nullable().describe("Send it as `cursor` for the next page. null on the last page only."),
});

const changedAt = timestamp.describe("When the newest change that this item reports was made.");

const change = z.union([
  z
    .object({ type: z.literal("changed"), record: recordEnvelope, at: changedAt })
    .describe("The record as it is now: new to the caller, or changed."),
  z
    .object({
      type: z.literal("removed"),
      id: uuid,
      entityKey: z.string(),
      keys: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .describe("The values of its unique fields that the token could read when it last saw the record."),
      at: changedAt,
    })
    .describe("The record was deleted, or left what the token can see."),
]);

export const changesPage = component("ChangesPage", {
  items: z.array(change).describe("A page can hold fewer changes than `limit`."),
  nextCursor: z.string().describe("Send it as `cursor` to continue from here. Never null."),
  more: z.boolean().describe("Whether there are more changes already."),
  reset: z
    .boolean()
    .describe("Whether the cursor can no longer be followed. Walk the list again, then go on with this `nextCursor`."),
});

const clash = z.int().min(0).describe("The index of the earlier operation that it clashes with.");

const errorCode = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

const operationError = z.object({
  code: errorCode,
  message: z.string(),
  with: clash.optional(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

export const refusedOperation = z
  .object({ status: z.int(), error: operationError })
  .describe("Not written; or, with 403 `CREATED_RECORD_NOT_READABLE`, written and out of sight.");

export const batchResult = component("BatchResult", {
  results: z.array(
    z.union([
      z.object({
        status: z.union([z.literal(200), z.literal(201)]),
        id: uuid,
        versionId: uuid,
        record: recordEnvelope.optional().describe('With `"return": "representation"`, where the token can see it.'),
      }),
      refusedOperation,
    ]),
  ),
});

const found = component("FoundRecord", {
  entityKey: z.string(),
  id: uuid,
  label: z.string().nullable().describe("The value of the entity's label; null where it is empty or cannot be read."),
  record: recordEnvelope,
  match: z
    .object({ field: z.string() })
    .describe("The label, or another field with the words, or with the first of them."),
});

export const searchResult = component("SearchResult", {
  items: z.array(found).describe("The best first."),
  truncated: z
    .boolean()
    .describe(
      "Not all matching records were compared: a better one may be missing. More words, or fewer entities, help.",
    ),
});

export const aggregate = component("AggregateResult", {
  items: z
    .array(z.looseObject({ group: z.record(z.string(), anyJson).describe("What the records of the group have.") }))
    .describe("The largest first, by the first measure. Beside `group`, each has its measures by their names."),
  truncated: z.boolean().describe("There are more groups than are returned."),
});

export const deleteResult = component("DeleteResult", { id: uuid, entityKey: z.string(), deleted: z.literal(true) });

export const errorEnvelope = component("Error", {
  error: z.object({
    code: errorCode.describe("For programs."),
    message: z.string().describe("For people. It can change."),
    requestId: z.string().describe("The `x-request-id` of the response."),
    details: z
      .array(
        z.object({
          index: z.int().optional().describe("For a batch: the index of the operation."),
          code: z.string().optional().describe("For a batch: the code of the operation."),
          field: z.string().optional(),
          with: clash.optional(),
          message: z.string(),
        }),
      )
      .optional()
      .describe("For a failed validation: what is wrong with which field. For a batch: with which operation."),
  }),
});
