/** `If-Match` and `If-None-Match`, in every form that a header may have (spec: Update; RFC 9110 § 13). */
import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import { namesVersion, parseIfMatch } from "@/lib/http/conditional-headers";
import { requirePrecondition, requireVersion } from "@/lib/records/rules/precondition";
import { refusalOf } from "../refusal";

const CURRENT = "v-current";

/** What an update with this header comes to, for a record of the current version. */
function outcome(header: string | null): string {
  try {
    requireVersion(requirePrecondition(parseIfMatch(header)), CURRENT);
    return "passed";
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe("If-Match", () => {
  it.each([null, "", " ", "\t"])("%j counts as none: 428", (header) => {
    expect(outcome(header)).toBe("PRECONDITION_REQUIRED");
  });

  it.each([
    "*",
    " * ",
    '"v-current"',
    ' "v-current" ',
    '"x", "v-current"',
    '"x","v-current","y"',
    ', "v-current",, ',
    'W/"x", "v-current"',
  ])("%s names the current version", (header) => {
    expect(outcome(header)).toBe("passed");
  });

  it.each([
    '"v-older"',
    "v-current",
    '"v-current',
    '"*"',
    '*, "v-current"',
    '"v-current" "x"',
    'W/"v-current"',
    'W/ "v-current"',
    '"a b", "v-current"',
    '"v-current\u0000"',
    ",",
    '""',
    '"',
  ])("%j does not: 412", (header) => {
    expect(outcome(header)).toBe("PRECONDITION_FAILED");
  });

  it("lists at most 100 tags", () => {
    const others = (count: number) => Array.from({ length: count }, (_, index) => `"x${index}"`).join(",");
    expect(outcome(`${others(99)},"v-current"`)).toBe("passed");
    expect(outcome(`"v-current",${others(100)}`)).toBe("PRECONDITION_FAILED");
  });

  it.each(['"'.repeat(100_000), ",".repeat(100_000), `"${"a,".repeat(50_000)}`, 'W/"'.repeat(30_000)])(
    "is read through once, however hostile: %.12s",
    (header) => {
      expect(outcome(header)).toBe("PRECONDITION_FAILED");
    },
  );
});

describe("If-None-Match", () => {
  it.each(["*", '"v-current"', 'W/"v-current"', '"x", W/"v-current"'])("%s names the version, weakly", (header) => {
    expect(namesVersion(header, CURRENT)).toBe(true);
  });

  it.each([null, "", '"v-older"', "v-current", '*, "v-current"'])("%j does not", (header) => {
    expect(namesVersion(header, CURRENT)).toBe(false);
  });
});

const message = (header: string) =>
  refusalOf(() => requireVersion(requirePrecondition(parseIfMatch(header)), CURRENT)).message;
const older = '"00000000-0000-4000-8000-000000000001"';

it.each([
  [`"x", ${older}`, "If-Match names another version"],
  [`"*", ${older}`, "If-Match has * in quotes"],
  ['"2026-01-31"', "If-Match has a tag that is no versionId"],
  ['W/"v-current"', "If-Match has a weak tag"],
  ["v-current", "If-Match is not a tag in double quotes"],
  ['"00000000-0000-4000-8000-000000000001-gzip", "x"', "a proxy that compresses, changed the tag"],
  ['""00000000-0000-4000-8000-000000000001""', "If-Match has quotes within its quotes"],
  [`*, ${older}`, "If-Match has * beside other tags"],
  [`${older} ${older}`, "If-Match is not a tag in double quotes"],
  [Array.from({ length: 101 }, (_, index) => `"x${index}"`).join(","), "If-Match has more than 100 tags"],
])("a refusal of %s says what is wrong: %s", (header, beginning) => {
  expect(message(header)).toContain(beginning);
});
