/** `If-Match`, `If-None-Match` and `ETag` (spec: Update; RFC 9110 § 13). A record's ETag is its quoted versionId. */
import { MAX_ENTITY_TAGS } from "../limits";

/** A precondition as received. `flaw` says why part of the header can never match; null if there is no flaw. */
export type Precondition = "any" | { versions: string[]; flaw: Malformed | "weak" | null };

type Malformed = "malformed" | "quotes within quotes" | "star beside tags" | "too many";

/** null if the header is absent or empty. A malformed header matches nothing, and weak tags never match (strong comparison). */
export function parseIfMatch(header: string | null): Precondition | null {
  const tags = parseEntityTags(header);
  if (tags === null || tags === "any") return tags;
  if (!Array.isArray(tags)) return { versions: [], flaw: tags };
  const versions = tags.filter((tag) => !tag.weak).map((tag) => tag.value);
  return { versions, flaw: versions.length < tags.length ? "weak" : null };
}

/** True if `If-None-Match` names the version, so that the caller already has it. Compared weakly. */
export function namesVersion(header: string | null, version: string): boolean {
  const tags = parseEntityTags(header);
  return tags === "any" || (Array.isArray(tags) && tags.some((tag) => tag.value === version));
}

type EntityTag = { weak: boolean; value: string };

const TAG = /^[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*$/;

function parseEntityTags(header: string | null): EntityTag[] | "any" | Malformed | null {
  const text = header?.trim() ?? "";
  if (text === "") return null;
  if (text === "*") return "any";
  const tags: EntityTag[] = [];
  for (const part of splitOutsideQuotes(text)) {
    if (part.trim() === "") continue;
    const match = TAG.exec(part);
    if (match === null) return whyMalformed(part.trim());
    if (tags.length === MAX_ENTITY_TAGS) return "too many";
    tags.push({ weak: match[1] !== undefined, value: match[2] ?? "" });
  }
  return tags;
}

function whyMalformed(part: string): Malformed {
  if (part === "*") return "star beside tags";
  return /^"(?:"[^"]*"|\\"[^"]*\\")"$/.test(part) ? "quotes within quotes" : "malformed";
}

/** Splits at commas, but not inside tags, which can contain commas. */
function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^,"]|")+/g) ?? [];
}
