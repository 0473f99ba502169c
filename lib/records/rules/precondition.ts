/** Checks `If-Match` against the record that is to be changed or deleted (spec: Update, Delete). */
import { ApiError } from "../../errors";
import type { Precondition } from "../../http/conditional-headers";
import { MAX_ENTITY_TAGS } from "../../limits";
import { isUuid } from "../../query/columns";

/** Throws PRECONDITION_REQUIRED. */
export function requirePrecondition(precondition: Precondition | null): Precondition {
  if (precondition !== null) return precondition;
  const message =
    'Send If-Match with the ETag of the version that you have read, If-Match: "<versionId>", or If-Match: * for any version.';
  throw new ApiError("PRECONDITION_REQUIRED", message);
}

/** Throws PRECONDITION_FAILED. */
export function requireVersion(precondition: Precondition, version: string, what = "record"): void {
  if (precondition === "any" || precondition.versions.includes(version)) return;
  const message = MISMATCH[precondition.flaw ?? flawOf(precondition.versions)];
  throw new ApiError("PRECONDITION_FAILED", message.replaceAll("record", what));
}

function flawOf(versions: string[]): keyof typeof MISMATCH {
  if (versions.includes("*")) return "star";
  if (versions.some((version) => version.length > UUID_LENGTH && isUuid(version.slice(0, UUID_LENGTH))))
    return "changed";
  return versions.some(isUuid) ? "older" : "noVersion";
}

const UUID_LENGTH = 36;
const CHANGED = "something between you and the service, such as a proxy that compresses, changed";

const MISMATCH = {
  older:
    "If-Match names another version than the record's current one. Read the record again, decide again, and send its ETag.",
  star: "If-Match has * in quotes, which is a tag like any other. Send If-Match: * without quotes for any version.",
  noVersion:
    'If-Match has a tag that is no versionId: not a time, a number or a hash. Read the record, and send its ETag: If-Match: "<versionId>".',
  weak: `If-Match has a weak tag (W/), which never matches: ${CHANGED} it. Send the record's version as If-Match: "<versionId>".`,
  changed: `If-Match has a versionId with extra characters after it: ${CHANGED} the tag. Send the record's version as If-Match: "<versionId>".`,
  malformed:
    'If-Match is not a tag in double quotes. Send If-Match: "<versionId>", quotes included, as the ETag header has it.',
  "quotes within quotes":
    'If-Match has quotes within its quotes. Send one pair, as the ETag header has it: If-Match: "<versionId>".',
  "star beside tags":
    "If-Match has * beside other tags. Send If-Match: * alone for any version, or the record's version alone.",
  "too many": `If-Match has more than ${MAX_ENTITY_TAGS} tags. Send only the tag of the version that you have read.`,
};
