/** The schemas that all entities share. A document contains each once, and the schemas of its entities refer to it. */
import { WORD_PATTERN } from "../../../access/verbs";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from "../../../limits";
import { PERIODS } from "../../../query/aggregate/aggregate-plan";
import { COMPARISON_SCHEMAS } from "./comparison-schemas";
import { type JsonSchema, optionSchema, orNull, tuple, VALUE_SCHEMAS } from "./value-schemas";

/** No name ends like a schema of an entity (`Suffix`), so names cannot collide. */
const PIECES = {
  PageSize: {
    type: ["integer", "null"],
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    description: `The size of the page. Default: ${DEFAULT_PAGE_SIZE}.`,
  },
  PageCursor: {
    type: ["string", "null"],
    minLength: 1,
    description: "The `nextCursor` of an earlier page of the same query.",
  },
  SearchText: {
    type: ["string", "null"],
    maxLength: MAX_SEARCH_LENGTH,
    description: "Free text. Every word must occur in some searchable field. It ignores case.",
  },
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
  IsAtomic: { type: ["boolean", "null"], description: "Whether all are written or none. Default: true." },
  Returned: {
    type: ["string", "null"],
    enum: ["minimal", "representation", null],
    description: "`representation` adds the records. Default: `minimal`.",
  },
  Version: { type: "string", description: "A `versionId`, or `*` for any version." },
  VersionOrNothing: {
    type: ["string", "null"],
    description: "A `versionId`, `*` for any version or none, null where the record must not exist yet.",
  },
  Period: { ...orNull(optionSchema(PERIODS)), description: "In UTC. Weeks begin on Monday." },
  PeriodOfDays: {
    ...orNull(optionSchema(PERIODS.filter((by) => by !== "hour"))),
    description: "In UTC. Weeks begin on Monday.",
  },
  MeasureName: { type: "string", pattern: WORD_PATTERN.source, not: { const: "group" } },
  RecordCount: tuple([optionSchema(["count"])]),
} satisfies Record<string, JsonSchema>;

export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...VALUE_SCHEMAS,
  ...COMPARISON_SCHEMAS,
  ...PIECES,
};

export function shared(name: keyof typeof PIECES): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const SHARED_NAMES: ReadonlySet<string> = new Set(Object.keys(SHARED_SCHEMAS));
const POINTER = "#/components/schemas/";

/** The references to shared schemas in JSON text, such as `schemas/Moment`. */
export function sharedIn(text: string): string[] {
  const names = new Set<string>();
  for (let at = text.indexOf("#"); at !== -1; at = text.indexOf("#", at + 1)) {
    if (!text.startsWith(POINTER, at)) continue;
    const name = text.slice(at + POINTER.length, text.indexOf('"', at));
    if (SHARED_NAMES.has(name)) names.add(name);
  }
  return [...names].map((name) => `schemas/${name}`);
}
