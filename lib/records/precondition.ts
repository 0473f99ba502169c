/** `If-Match` and `If-None-Match` (spec: Update; RFC 9110 § 13). The ETag of a record is its quoted versionId. */
import { ApiError } from "../errors";
import { MAX_ENTITY_TAGS } from "../limits";

/** A precondition as received: any version, one of some versions, or nothing that could ever match. */
export type Precondition = "any" | { versions: string[] };

export function entityTag(version: string): string {
  return `"${version}"`;
}

/** null where the header is absent or empty. What is malformed matches nothing. Weak tags never match (strong comparison). */
export function parseIfMatch(header: string | null): Precondition | null {
  const tags = parseEntityTags(header);
  if (tags === null || tags === "any") return tags;
  return { versions: tags.filter((tag) => !tag.weak).map((tag) => tag.value) };
}

/** Throws PRECONDITION_REQUIRED. */
export function requirePrecondition(precondition: Precondition | null): Precondition {
  if (precondition !== null) return precondition;
  throw new ApiError("PRECONDITION_REQUIRED", "Send If-Match with the ETag of the version you have read, or with *.");
}

/** Throws PRECONDITION_FAILED. */
export function requireVersion(precondition: Precondition, version: string): void {
  if (precondition === "any" || precondition.versions.includes(version)) return;
  throw new ApiError(
    "PRECONDITION_FAILED",
    "If-Match does not name the record's current version. Read it again and decide again.",
  );
}

/** Whether `If-None-Match` names the version: the caller has it already. Compared weakly. */
export function namesVersion(header: string | null, version: string): boolean {
  const tags = parseEntityTags(header);
  if (tags === null) return false;
  return tags === "any" || tags.some((tag) => tag.value === version);
}

type EntityTag = { weak: boolean; value: string };

const TAG = /^[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*$/;

function parseEntityTags(header: string | null): EntityTag[] | "any" | null {
  const text = header?.trim() ?? "";
  if (text === "") return null;
  if (text === "*") return "any";
  const tags: EntityTag[] = [];
  for (const part of splitOutsideQuotes(text)) {
    if (part.trim() === "") continue;
    const match = TAG.exec(part);
    if (match === null || tags.length === MAX_ENTITY_TAGS) return [];
    tags.push({ weak: match[1] !== undefined, value: match[2] ?? "" });
  }
  return tags;
}

/** A tag may hold commas. */
function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^,"]|")+/g) ?? [];
}
