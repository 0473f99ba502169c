/** Parses the query of a search over all entities. */
import { z } from "zod";
import type { Access, EntityAccess } from "../../access/compile";
import { requireEntity, requireVerb } from "../../access/require";
import { ApiError } from "../../errors";
import { DEFAULT_FOUND, MAX_FOUND, MAX_SEARCH_LENGTH } from "../../limits";
import { parseSearch } from "../../query/text";
import { requireReadableSomewhere } from "../../records/read";
import { listableEntities, type Search } from "../../records/search";
import { entities, fields, filledText, parseLimitUpTo } from "./parameters";
import { type Parameter, parseParameters, type QueryString } from "./query-string";

const q: Parameter<Pick<Search, "text" | "words"> | null> = {
  schema: z
    .string()
    .max(MAX_SEARCH_LENGTH)
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: it excludes these marks one by one
    .regex(/[^\s\u0300-\u036f]/)
    .describe(
      "What to search for. Every word must occur in some searchable field of a record. It ignores case and accents.",
    )
    .meta({ examples: ["example"] }),
  code: "INVALID_FILTERS",
  isRequired: true,
  absent: null,
  parse(text) {
    const words = parseSearch(text, "q");
    if (words.length > 0) return { text, words };
    const fault = text.trim() === "" ? "is empty" : "consists of accents without letters";
    throw new ApiError("INVALID_FILTERS", `q ${fault}. Send the words to search for: q=renewal.`);
  },
};

export const searchParameters = {
  q,
  entities: {
    ...entities,
    schema: filledText(
      "The keys of the entities to search, separated by commas. Default: all that the token can list.",
    ),
  },
  fields: {
    ...fields,
    schema: filledText(
      "The keys that `data` of a record has, separated by commas; of each entity those that it has. Default: all.",
    ),
  },
  limit: {
    schema: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND).describe("The most records to return."),
    code: "INVALID_LIMIT",
    absent: DEFAULT_FOUND,
    parse: (text: string) =>
      parseLimitUpTo(MAX_FOUND, text, "A search has no further pages: narrow it with entities, or with more words."),
  },
} as const;

/** Throws INVALID_FILTERS, INVALID_LIMIT, ENTITY_NOT_FOUND, PERMISSION_DENIED and FIELD_NOT_QUERYABLE. */
export function parseSearchQuery(query: QueryString, access: Access): Search & { entities: EntityAccess[] } {
  const { q: searched, entities: keys, ...others } = parseParameters(query, searchParameters);
  if (searched === null)
    throw new ApiError("INVALID_FILTERS", "q is missing. Send the words to search for: q=renewal.");
  const listable = listableEntities(access);
  if (others.fields !== null) requireReadableSomewhere(others.fields, listable);
  return { ...searched, ...others, entities: keys === null ? listable : parseEntities(keys, access) };
}

/** By key, like all of them. */
function parseEntities(keys: string[], access: Access): EntityAccess[] {
  const named = [...new Set(keys)].sort().map((key) => requireEntity(access, key));
  for (const each of named) requireVerb(each, "list");
  return named;
}
