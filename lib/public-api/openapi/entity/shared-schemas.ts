/** The schemas that all entities share. A document contains each once, and the schemas of its entities refer to it. */
import { z } from "zod";
import { WORD_PATTERN } from "../../../access/verbs";
import { PERIODS } from "../../../query/aggregate/aggregate-plan";
import { RELEVANCE } from "../../../query/page/sort";
import { period } from "../../input/aggregate-body";
import { batchBody, operations } from "../../input/batch-body";
import { queryBody } from "../../input/list-query";
import { changesPage, recordPage, refusedOperation } from "../../schemas/response";
import { schemaOf } from "../operation";
import { COMPARISON_SCHEMAS } from "./comparison-schemas";
import { type Json, optionSchema, orNull, TIMESTAMP, tuple, VALUE_SCHEMAS } from "./json-schema";

/** No name ends like a schema of an entity (`Suffix`), so names cannot collide. */
const PIECES = {
  PageSize: memberSchema(queryBody.shape.limit),
  PageCursor: memberSchema(queryBody.shape.cursor),
  SearchText: memberSchema(queryBody.shape.search),
  ByRelevance: { const: RELEVANCE, description: "With `search` only: the best matches first." },
  NextCursor: memberSchema(recordPage.shape.nextCursor),
  FeedTime: { ...TIMESTAMP, description: "When the newest change that the item reports was made." },
  FeedCursor: memberSchema(changesPage.shape.nextCursor),
  FeedHasMore: memberSchema(changesPage.shape.more),
  FeedIsReset: memberSchema(changesPage.shape.reset),
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
  RefusedOperation: schemaOf(refusedOperation, {}),
} satisfies Record<string, Json>;

/** The schema of a member, with null in its type instead of beside it. */
function memberSchema(member: z.ZodType): Json {
  const { $schema, anyOf, ...own } = z.toJSONSchema(member, { io: "input" });
  const { description, ...value } = { ...anyOf?.[0], ...own };
  return { ...(anyOf === undefined ? value : orNull(value)), description };
}

export const SHARED_SCHEMAS: Readonly<Record<string, Json>> = {
  ...VALUE_SCHEMAS,
  ...COMPARISON_SCHEMAS,
  ...PIECES,
};

export function shared(name: keyof typeof PIECES): Json {
  return { $ref: `#/components/schemas/${name}` };
}
