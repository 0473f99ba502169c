/** The endpoint that searches all entities (docs/contract.md, Search over everything). */
import { searchRecords } from "../../records/search";
import { parseSearchQuery, searchParameters } from "../input/search-query";
import * as examples from "../schemas/examples";
import * as schemas from "../schemas/response";
import type { CallerRow } from "./endpoint";

export const SEARCHING = {
  search: {
    method: "GET",
    path: "/search",
    about: "caller",
    verbs: ["list"],
    safe: true,
    operationId: "search",
    tag: "Records",
    summary: "Search all entities",
    description:
      "Returns the records that match best, of all entities that the token can list. Best first: the label equals the text, begins with it, has words that begin so, contains every word; then records with the words in other fields. The newest come first among equals.",
    parameters: searchParameters,
    success: { status: 200, description: "The best matches.", schema: schemas.searchResult, example: examples.found },
    checks: ["shape", "entity", "turn"],
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "INVALID_LIMIT", "FIELD_NOT_QUERYABLE"],
    handle: async ({ caller, query, request }) => {
      const { entities, ...search } = parseSearchQuery(query, caller.access);
      const { items, isBounded, sent } = await searchRecords(caller, entities, search, request.signal());
      const { fields } = search;
      const searched = entities.map((access) => ({ access, picked: fields }));
      return { status: 200, data: resultText(items, isBounded), searched, sent };
    },
  },
} satisfies Record<string, CallerRow>;

/** In pieces, because joining them would copy the records. */
function resultText(items: string[], truncated: boolean): string[] {
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [",", item]));
  return ['{"items":[', ...separated, `],"truncated":${truncated}}`];
}
