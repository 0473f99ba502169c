/** Suggests what a caller meant by an unknown path or method. Names only templates of the registry, never the text that was sent. */
import { closestName } from "../../messages/suggestion";
import { BASE_PATH, MCP_PATH } from "../base-path";
import { ENDPOINTS, type EndpointName } from "../endpoints/registry";
import { type Habits, habitOf } from "./unknown-parameter";

/** Returns the template of the endpoint at a path; null if there is none. */
type TemplateOf = (path: string) => string | null;

export function describeUnknownPath(path: string, templateOf: TemplateOf): string {
  if (MISSPELLED_MCP.test(path))
    return `${NOTHING} MCP is at POST ${MCP_PATH}, in this spelling, without a slash at the end.`;
  if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) return describeOutside(path, templateOf);
  const segments = path
    .slice(BASE_PATH.length)
    .split("/")
    .filter((segment) => segment !== "");
  if (segments.length === 0) return `There is nothing at the base itself. Start with GET ${BASE_PATH}/entities.`;
  if (path.startsWith(`${BASE_PATH}/entities//`))
    return `${NOTHING} The entity's key is missing: ${BASE_PATH}/entities/:entityKey/records.`;
  for (const [respelt, advice] of SPELLINGS) {
    const meant = `${BASE_PATH}/${respelt(segments).join("/")}`;
    const template = meant === path ? null : templateOf(meant);
    if (template !== null) return `${NOTHING} ${advice(BASE_PATH + template)}`;
  }
  const habit = adviceFor(segments.at(-1));
  if (habit !== null) return `${NOTHING} ${habit}`;
  const isPerEntity = segments[0] === "entities" && segments.length === 3;
  const list = isPerEntity ? "." : `; GET ${BASE_PATH}/entities lists the entities.`;
  return `${NOTHING} Records are at ${BASE_PATH}/entities/:entityKey/records${list}`;
}

const MISSPELLED_MCP = /^[\\/]*(?:api[\\/]+)?(?:v\d+[\\/]+)?mcp(?:[\\/]|$)/i;

/** For a path without the base, or with another version. */
function describeOutside(path: string, templateOf: TemplateOf): string {
  const rest = path.replace(/^[\\/]*(?:api[\\/]+)?(?:v\d+[\\/]+)?/i, "");
  const template = templateOf(`${BASE_PATH}/${rest}`);
  const meant = template === null ? `Start with GET ${BASE_PATH}/entities.` : `Did you mean ${BASE_PATH}${template}?`;
  return `${NOTHING} The API is at ${BASE_PATH}, in this spelling. ${meant}`;
}

/** Common ways to misspell a path, each with its correction. The first correction that matches an endpoint is suggested. */
const SPELLINGS: readonly [respelt: (segments: string[]) => string[], advice: (template: string) => string][] = [
  [(segments) => segments, (template) => `Write it without a trailing slash or an empty segment: ${template}.`],
  [
    (segments) => segments.map((segment) => closestName(segment, FIXED_WORDS) ?? segment),
    (template) => `Did you mean ${template}?`,
  ],
  [withoutPart(/\.(?:json|xml|csv)$/i), (template) => `Paths have no file extension: ${template}.`],
  [withoutPart(/^(?:api\/)?v\d+\//i), (template) => `The base is there twice. Write ${template}.`],
  [
    (segments) => (segments.length > 1 ? ["entities", ...segments] : segments),
    (template) => `Did you mean ${template}?`,
  ],
];

function withoutPart(pattern: RegExp) {
  return (segments: string[]) => segments.join("/").replace(pattern, "").split("/");
}

/** Last segments of other APIs' paths, and the nearest equivalent here. */
const HABITS: Habits = [
  [
    "bulk upsert many import bulkcreate bulkupdate bulkinsert createmany updatemany",
    'POST …/records/batch creates, updates and upserts up to 500 records: {"operations": […]}.',
  ],
  [
    "count stats sum total aggregates group groupby report",
    'POST …/records/aggregate counts and sums: {"measures": {"n": ["count"]}}.',
  ],
  [
    "search filter find list all lookup graphql",
    'POST …/records/query filters, sorts and searches: {"where": ["field", "eq", value]}.',
  ],
  ["delete remove destroy", "DELETE …/records/:recordId deletes one record; If-Match names its version."],
  ["update edit patch replace", "PATCH …/records/:recordId changes a record; If-Match names its version."],
  ["create new add insert", 'POST …/records creates a record: {"data": {"field": value}}.'],
  [
    "webhooks webhook hooks subscriptions",
    `Webhooks are at ${BASE_PATH}/webhooks: each change of an entity, sent to a URL.`,
  ],
  [
    "changes feed delta sync events stream",
    "What changed is at GET …/entities/:entityKey/changes; with wait=20 the response waits for a change.",
  ],
];

function adviceFor(segment = ""): string | null {
  return habitOf(segment.toLowerCase().replace(/[^a-z]/g, ""), HABITS);
}

/** Without `method`, the advice applies to all methods. The first match is used. */
const METHODS: readonly { at: EndpointName; method?: string; advice: string }[] = [
  { at: "records.update", method: "PUT", advice: "PATCH changes the fields that it names, and leaves the others." },
  { at: "records.update", method: "POST", advice: "PATCH changes a record; POST to …/records creates one." },
  {
    at: "records.create",
    method: "PUT",
    advice: 'POST to …/records/batch with "op": "upsert" creates or changes a record by a unique field.',
  },
  { at: "records.create", advice: "A record is changed and deleted at its own path, …/records/:recordId." },
  {
    at: "records.batch",
    method: "DELETE",
    advice: "Nothing deletes many records at once: DELETE …/records/:recordId deletes one.",
  },
  { at: "records.batch", advice: 'A batch is a POST with a JSON body: {"operations": […]}.' },
  { at: "records.aggregate", advice: "Counts and sums are asked for by a POST with a JSON body." },
  { at: "records.query", advice: "A query is a POST with a JSON body; GET …/records lists without one." },
  { at: "entities.describe", method: "POST", advice: "Records are created by POST to …/records below this." },
];

/** For a method that the path does not support. Empty if there is nothing to add to the list of methods. */
export function describeOtherMethod(method: string, path: string, names: EndpointName[]): string {
  const habit = names.includes("records.update") && method !== "PUT" ? adviceFor(path.split("/").at(-1)) : null;
  const row = METHODS.find(({ at, method: only }) => names.includes(at) && (only ?? method) === method);
  const advice = habit ?? row?.advice;
  return advice === undefined ? "" : ` ${advice}`;
}

const NOTHING = "There is nothing at this path.";

const FIXED_WORDS = [
  ...new Set(ENDPOINTS.flatMap(({ path }) => path.split("/")).filter((part) => part !== "" && !part.startsWith(":"))),
];
