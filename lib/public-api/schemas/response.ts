/** Schemas of responses, for people and generators who read `docs/openapi.json`. */
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "../../errors";
import { FIELD_TYPES, OPERATORS, SYSTEM_FIELDS } from "../../model";
import * as examples from "./examples";

const timestamp = z.iso.datetime({ precision: 3 }).describe("ISO 8601 in UTC with milliseconds.");
const uuid = z.string().meta({ format: "uuid" });
const anyJson = z.unknown().describe("Any JSON value.");
const filter = z.unknown().describe("A filter, as `where` of a query has it.");
const recordData = z.record(z.string(), anyJson);

export const permissions = z
  .object({ list: z.boolean(), create: z.boolean(), update: z.boolean(), delete: z.boolean() })
  .describe("The verbs that the token has on the entity. `list` is also for reading one record and for queries.")
  .meta({ id: "Permissions" });

export const identity = z
  .object({
    organizationId: uuid,
    member: z
      .object({ id: uuid, name: z.string(), email: z.string().nullable() })
      .describe("The owner of the token, for whom it acts."),
    token: z
      .object({ id: z.string(), name: z.string(), tokenHint: z.string() })
      .describe("`tokenHint` helps to recognise the token. It contains nothing of the secret."),
    limits: z
      .object({ rows: z.array(z.object({ entityKey: z.string(), where: filter })) })
      .optional()
      .describe(
        "The records that the token reaches at most: those that satisfy all filters of their entity. Absent if it is not limited.",
      ),
  })
  .meta({ id: "Identity" });

export const entitySummary = z
  .object({
    ...shown(
      {
        entityKey: z.string().describe("The name of the entity in paths."),
        label: z.string(),
        pluralLabel: z.string(),
        description: z.string().nullable(),
      },
      examples.entitySummary,
    ),
    permissions,
  })
  .meta({ id: "EntitySummary" });

export const entityList = z.object({ items: z.array(entitySummary) }).meta({ id: "EntityList" });

const operator = z.enum(OPERATORS).meta({ id: "Operator" });

const field = z
  .object(
    shown(
      {
        key: z.string(),
        label: z.string(),
        description: z.string().nullable(),
        type: z.string().describe(`Today one of ${FIELD_TYPES.join(", ")}. A later version can add types.`),
        required: z.boolean(),
        unique: z.boolean().describe("The value is unique among all records of the entity."),
        multiple: z.boolean().describe("The value is a list."),
        default: anyJson.describe("What a create takes when the key is absent; null where there is none."),
        createable: z.boolean(),
        updateable: z.boolean(),
        queryable: z.boolean().describe("Filters can name the field."),
        sortable: z.boolean(),
        searchable: z.boolean().describe("`search` looks into the field."),
        operators: z.array(operator),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
        reference: z
          .string()
          .nullable()
          .describe(
            "The key of the entity that the field refers to; null where there is none that the caller can see.",
          ),
        referencedFields: z
          .array(z.string())
          .describe(
            "What conditions on the record that it refers to can name, after the key and a dot: `country.code`.",
          ),
        min: z.union([z.number(), z.string()]).nullable(),
        max: z.union([z.number(), z.string()]).nullable(),
        maxLength: z.int().nullable().describe("In Unicode code points."),
        deprecated: z.boolean().describe("The field is going to be removed."),
        deprecation: z
          .object({ since: z.iso.date(), sunset: z.iso.date().nullable(), use: z.string().nullable() })
          .nullable()
          .describe(
            "Since when it is deprecated, when it is removed, and the field that replaces it, where these are known.",
          ),
      },
      examples.textField,
    ),
  )
  .meta({ id: "Field" });

const systemField = z
  .object(
    shown(
      {
        key: z.enum(SYSTEM_FIELDS),
        type: z.string(),
        sortable: z.boolean(),
        operators: z.array(operator),
      },
      examples.systemField,
    ),
  )
  .meta({ id: "SystemField" });

export const entityDescription = z
  .object({
    ...entitySummary.shape,
    ...shown(
      {
        labelField: z.string().nullable().describe("The key of the field that names a record."),
        limitedTo: z
          .array(filter)
          .optional()
          .describe("Filters that limit the records of the token, and what it writes. Absent if it is not limited."),
      },
      { labelField: examples.textField.key, limitedTo: [["region", "eq", "EMEA"]] },
    ),
    fields: z.array(field),
    systemFields: z.array(systemField),
  })
  .meta({ id: "EntityDescription" });

const envelope = z.object({
  id: uuid,
  entityKey: z.string(),
  created: timestamp,
  updated: timestamp,
  versionId: uuid.describe("The ETag is this value in quotes."),
  data: recordData.describe(
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

export const recordPage = z
  .object({
    items: z.array(recordEnvelope).describe("A page can hold fewer records than `limit`."),
    nextCursor: z.string().nullable().describe("Send it as `cursor` for the next page. null on the last page only."),
  })
  .meta({ id: "RecordPage" });

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

export const changesPage = z
  .object({
    items: z.array(change).describe("A page can hold fewer changes than `limit`."),
    nextCursor: z.string().describe("Send it as `cursor` to continue from here. Never null."),
    more: z.boolean().describe("Whether there are more changes already."),
    reset: z
      .boolean()
      .describe(
        "Whether the cursor can no longer be followed. Walk the list again, then go on with this `nextCursor`.",
      ),
  })
  .meta({ id: "ChangesPage" });

const clash = z.int().min(0).describe("The index of the earlier operation that it clashes with.");

const operationError = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  with: clash.optional(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

export const refusedOperation = z
  .object({ status: z.int(), error: operationError })
  .describe("Not written; or, with 403 `CREATED_RECORD_NOT_READABLE`, written and out of sight.");

export const batchResult = z
  .object({
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
  })
  .meta({ id: "BatchResult" });

const found = z
  .object({
    entityKey: z.string(),
    id: uuid,
    label: z.string().nullable().describe("The value of the entity's label; null where it is empty or cannot be read."),
    record: recordEnvelope,
    match: z
      .object({ field: z.string() })
      .describe("The label, or another field with the words, or with the first of them."),
  })
  .meta({ id: "FoundRecord" });

export const searchResult = z
  .object({
    items: z.array(found).describe("The best first."),
    truncated: z
      .boolean()
      .describe(
        "Not all matching records were compared: a better one may be missing. More words, or fewer entities, help.",
      ),
  })
  .meta({ id: "SearchResult" });

export const aggregate = z
  .object({
    items: z
      .array(z.looseObject({ group: z.record(z.string(), anyJson).describe("What the records of the group have.") }))
      .describe("The largest first, by the first measure. Beside `group`, each has its measures by their names."),
    truncated: z.boolean().describe("There are more groups than are returned."),
  })
  .meta({ id: "AggregateResult" });

export const deleteResult = z
  .object({ id: uuid, entityKey: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeleteResult" });

export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).describe("For programs."),
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
  })
  .meta({ id: "Error" });

/**
 * Adds an example to each property. Linters would take a whole example of a field for a schema, because fields have the
 * properties `type` and `default`, too.
 */
function shown<T extends Record<string, z.ZodType>>(shape: T, example: Record<keyof T, unknown>): T {
  const entries = Object.entries(shape).map(([key, type]) => [key, type.meta({ examples: [example[key]] })]);
  return Object.fromEntries(entries) as T;
}
