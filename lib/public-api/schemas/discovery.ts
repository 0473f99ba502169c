/** Describes the responses of `GET /me` and of discovery. */
import { z } from "zod";
import { FIELD_TYPES, OPERATORS, SYSTEM_FIELDS } from "../../model";
import * as examples from "./examples";
import { anyJson, component, uuid } from "./response";

const filter = z.unknown().describe("A filter, as `where` of a query has it.");

const permissions = z
  .object({ list: z.boolean(), create: z.boolean(), update: z.boolean(), delete: z.boolean() })
  .describe("The verbs that the token has on the entity. `list` is also for reading one record and for queries.")
  .meta({ id: "Permissions" });

export const identity = component("Identity", {
  organizationId: uuid,
  member: z
    .object({ id: uuid, name: z.string(), email: z.string().nullable() })
    .describe("The owner of the token, for whom it acts."),
  token: z
    .object({ id: z.string(), name: z.string(), tokenHint: z.string() })
    .describe("`tokenHint` helps to recognize the token. It contains nothing of the secret."),
  limits: z
    .object({ rows: z.array(z.object({ entityKey: z.string(), where: filter })) })
    .optional()
    .describe(
      "The records that the token reaches at most: those that satisfy all filters of their entity. Absent if it is not limited.",
    ),
});

const entitySummary = component("EntitySummary", {
  ...shown(examples.entitySummary, {
    entityKey: z.string().describe("The name of the entity in paths."),
    label: z.string(),
    pluralLabel: z.string(),
    description: z.string().nullable(),
  }),
  permissions,
});

export const entityList = component("EntityList", { items: z.array(entitySummary) });

const operator = z.enum(OPERATORS).meta({ id: "Operator" });

const field = component(
  "Field",
  shown(examples.textField, {
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
      .describe("The key of the entity that the field refers to; null where there is none that the caller can see."),
    referencedFields: z
      .array(z.string())
      .describe(
        "The fields of the referenced record that conditions can name, after the key and a dot: `country.code`.",
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
  }),
);

const systemField = component(
  "SystemField",
  shown(examples.systemField, {
    key: z.enum(SYSTEM_FIELDS),
    type: z.string(),
    sortable: z.boolean(),
    operators: z.array(operator),
  }),
);

export const entityDescription = component("EntityDescription", {
  ...entitySummary.shape,
  ...shown(
    { labelField: examples.textField.key, limitedTo: [["region", "eq", "EMEA"]] },
    {
      labelField: z.string().nullable().describe("The key of the field that names a record."),
      limitedTo: z
        .array(filter)
        .optional()
        .describe("Filters that limit the records of the token, and what it writes. Absent if it is not limited."),
    },
  ),
  fields: z.array(field),
  systemFields: z.array(systemField),
});

/** Describes only what OpenAPI itself does not define more precisely. */
export const openApi = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) });

/** Adds an example to each property. Linters would take a whole example of a field for a schema. */
function shown<T extends Record<string, z.ZodType>>(example: Record<keyof T, unknown>, shape: T): T {
  const entries = Object.entries(shape).map(([key, type]) => [key, type.meta({ examples: [example[key]] })]);
  return Object.fromEntries(entries) as T;
}
