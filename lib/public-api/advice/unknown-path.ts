/**
 * What a caller probably meant by a path or method that does not exist. The caller is not known yet, so it goes by the
 * registry alone, and names paths by their templates, never by what was sent.
 */
import { closestName } from "../../messages/suggestion";
import { BASE_PATH } from "../base-path";
import { ENDPOINTS, type EndpointName } from "../endpoints/registry";

/** `templateOf`: the template of the endpoint at a path; null where there is none. */
export function describeUnknownPath(path: string, templateOf: (path: string) => string | null): string {
  const isKnown = (other: string) => templateOf(other) !== null;
  const told = (other: string) => BASE_PATH + templateOf(other);
  const segments = path
    .slice(BASE_PATH.length)
    .split("/")
    .filter((segment) => segment !== "");
  const [first = "", second = ""] = segments;
  if (segments.length === 0) return `There is nothing at the base itself. Start with GET ${BASE_PATH}/entities.`;
  const plain = `${BASE_PATH}/${segments.join("/")}`;
  if (path !== plain && isKnown(plain))
    return `${NOTHING} Write it without a trailing slash or an empty segment: ${told(plain)}.`;
  const lower = `${BASE_PATH}/${segments.map((segment) => closestName(segment, FIXED_WORDS) ?? segment).join("/")}`;
  if (isKnown(lower)) return `${NOTHING} Did you mean ${told(lower)}?`;
  const bare = plain.replace(/\.(?:json|xml|csv)$/i, "");
  if (bare !== plain && isKnown(bare)) return `${NOTHING} Paths have no file extension: ${told(bare)}.`;
  const nested = `${BASE_PATH}/entities/${segments.join("/")}`;
  if (second !== "" && isKnown(nested)) return `${NOTHING} Did you mean ${told(nested)}?`;
  if (first === "entities" && segments.length === 3)
    return `${NOTHING} Records are at ${BASE_PATH}/entities/:entityKey/records.`;
  return `${NOTHING} Records are at ${BASE_PATH}/entities/:entityKey/records; GET ${BASE_PATH}/entities lists the entities.`;
}

/** For a method that the path does not take; empty where there is nothing to add to the list of methods. */
export function describeOtherMethod(method: string, names: EndpointName[]): string {
  if (names.includes("records.update")) {
    if (method === "PUT") return " PATCH changes the fields that it names, and leaves the others.";
    return method === "POST" ? " PATCH changes a record; POST to …/records creates one." : "";
  }
  if (names.includes("records.create")) return " A record is changed and deleted at its own path, …/records/:recordId.";
  if (names.includes("records.aggregate")) return " Counts and sums are asked for by a POST with a JSON body.";
  if (names.includes("records.query")) return " A query is a POST with a JSON body; GET …/records lists without one.";
  if (names.includes("entities.describe")) return " Records are created by POST to …/records below this.";
  return "";
}

const NOTHING = "There is nothing at this path.";

const FIXED_WORDS = [
  ...new Set(ENDPOINTS.flatMap(({ path }) => path.split("/")).filter((part) => part !== "" && !part.startsWith(":"))),
];
