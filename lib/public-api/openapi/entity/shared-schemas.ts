/** The schemas that all entities share. A document contains each once, and the schemas of its entities refer to it. */
import { z } from "zod";
import { WORD_PATTERN } from "../../../access/verbs";
import { PERIODS } from "../../../query/aggregate/aggregate-plan";
import { RELEVANCE } from "../../../query/page/sort";
import { period } from "../../input/aggregate-body";
import { batchBody, operations } from "../../input/batch-body";
import { queryBody } from "../../input/list-query";
import { COMPARISON_SCHEMAS } from "./comparison-schemas";
import { type JsonSchema, optionSchema, orNull, tuple, VALUE_SCHEMAS } from "./json-schema";

/** No name ends like a schema of an entity (`Suffix`), so names cannot collide. */
const PIECES = {
  PageSize: memberSchema(queryBody.shape.limit),
  PageCursor: memberSchema(queryBody.shape.cursor),
  SearchText: memberSchema(queryBody.shape.search),
  ByRelevance: { const: RELEVANCE, description: "With `search` only: the best matches first." },
  NextCursor: {
    type: ["string", "null"],
    description: "Send it as `cursor` for the next page. null on the last page only.",
  },
  FeedTime: {
    type: "string",
    format: "date-time",
    description: "When the newest change that the item reports was made.",
  },
  FeedCursor: { type: "string", description: "Send it as `cursor` to continue from here. Never null." },
  FeedHasMore: { type: "boolean", description: "Whether there are more changes already." },
  FeedIsReset: {
    type: "boolean",
    description:
      "Whether the cursor can no longer be followed. Walk the list again, then go on with this `nextCursor`.",
  },
  IsAtomic: memberSchema(batchBody.shape.atomic),
  Returned: memberSchema(batchBody.shape.return),
  Version: memberSchema(operations.update.shape.ifMatch),
  VersionOrNothing: memberSchema(operations.upsert.shape.ifMatch),
  Period: memberSchema(period),
  PeriodOfDays: {
    ...orNull(optionSchema(PERIODS.filter((by) => by !== "hour"))),
    description: period.description,
  },
  MeasureName: { type: "string", pattern: WORD_PATTERN.source, not: { const: "group" } },
  RecordCount: tuple([optionSchema(["count"])]),
} satisfies Record<string, JsonSchema>;

/** The schema of a member of a request, with null in its type instead of beside it. */
function memberSchema(member: z.ZodType): JsonSchema {
  const { $schema, anyOf, ...own } = z.toJSONSchema(member, { io: "input" });
  const { description, ...value } = { ...anyOf?.[0], ...own };
  return { ...(anyOf === undefined ? value : orNull(value)), description };
}

export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...VALUE_SCHEMAS,
  ...COMPARISON_SCHEMAS,
  ...PIECES,
};

export function shared(name: keyof typeof PIECES): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
