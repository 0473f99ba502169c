/** Suggests what a caller probably meant by a query parameter that the endpoint does not have. */
import { quoteText } from "../../messages/cut-text";
import { closestName } from "../../messages/suggestion";

/** Words of other APIs, separated by spaces, and what to send instead. */
export type Habits = readonly (readonly [words: string, advice: string])[];

/** The advice for a word, which is in lower case; null if there is none. */
export function habitOf(word: string, habits: Habits): string | null {
  return habits.find(([words]) => isOneOf(words, word))?.[1] ?? null;
}

function isOneOf(words: string, word: string): boolean {
  return words.split(" ").includes(word);
}

/** `members` are those of the endpoint's body. */
export function describeUnknownParameter(
  name: string,
  method: string,
  parameters: readonly string[],
  members: readonly string[],
): string {
  const unknown = `${quoteText(name)} is not a query parameter of this endpoint.`;
  const known = parameters.length === 0 ? "It takes none." : `It takes ${parameters.join(", ")}.`;
  const close = closestName(name, parameters);
  if (close !== null) return `${unknown} Did you mean ${close}? ${known}`;
  const word = name.toLowerCase().replace(/[\s_$-]|\[.*$/g, "");
  if (method !== "GET") {
    if (isOneOf(DRY_WORDS, word) && parameters.includes("dryRun")) return `${unknown} Did you mean dryRun? ${known}`;
    return [unknown, known, adviceForBody(name, word, parameters, members)].filter(Boolean).join(" ");
  }
  const isFeed = parameters.includes("wait");
  const general = isFeed ? UNFILTERED : parameters.includes("cursor") ? FILTERS : "";
  const habits = Object.entries(HABITS).flatMap(([parameter, own]) => (parameters.includes(parameter) ? own : []));
  return [unknown, habitOf(word, habits) ?? general, known].filter(Boolean).join(" ");
}

function adviceForBody(name: string, word: string, parameters: readonly string[], members: readonly string[]): string {
  if (members.includes(name)) return "Send it in the JSON body.";
  if (members.includes("where")) return 'To filter, send {"where": ["field", "eq", value]} in the JSON body.';
  if (isOneOf(UPSERT_WORDS, word))
    return 'To create or update a record by a key, POST {"operations": [{"op": "upsert", …}]} to …/records/batch.';
  return parameters.includes("dryRun") ? "Send the values to write in the body, and the version in If-Match." : "";
}

const UPSERT_WORDS = "upsert onconflict conflict merge matchon match overwrite";
const DRY_WORDS = "validate validateonly dry test simulate preview check noop";

const FILTERS = 'To filter, POST to …/records/query with a body such as {"where": ["field", "eq", value]}.';

const UNFILTERED = "The feed has every change that the token can see; it takes no filter and no order.";
const TIMES = "since updatedsince modifiedsince changedsince updatedafter updatedat modifiedafter";

/** Parameters of other APIs, by their counterparts here. */
const HABITS: Readonly<Record<string, Habits>> = {
  wait: [
    [
      `${TIMES} from after start timestamp date until before`,
      "The feed starts now, and goes on from a cursor: take one without cursor, read the list once, then send each nextCursor.",
    ],
  ],
  search: [
    [
      TIMES,
      "What has changed is in the feed, GET …/entities/:entityKey/changes: it misses nothing, and tells of removals.",
    ],
    [
      "count total totals totalcount includetotal includecount withcount",
      'Lists have no total: to count, POST {"measures": {"n": ["count"]}} to …/records/aggregate.',
    ],
    [
      "by id ids recordid key",
      'One record is at …/records/:recordId, or …/records/:value?by=<field>; for several, POST {"where": ["id", "in", ["…"]]} to …/records/query.',
    ],
    ["q query text term keyword find", "To search for words, send search."],
  ],
  cursor: [
    [
      "page pages pagenumber offset skip after before from start startingafter pagetoken next nextcursor token",
      "For the next page, send the nextCursor of the last one as cursor, until it is null.",
    ],
  ],
  limit: [
    ["perpage pagesize size top first max maxrecords maxresults take rows", "For the size of a page, send limit."],
  ],
  sort: [["order orderby sortby sortorder sortfield direction desc asc", "To sort, send sort=created:desc."]],
  q: [["search query text term keyword find s", "To search for words, send q."]],
  fields: [["select only columns properties exclude", "To pick fields, send fields=a,b."]],
};
