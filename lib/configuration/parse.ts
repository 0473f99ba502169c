/** Parses the text of an organization file into a valid document. Needs no database. */
import type { z } from "zod";
import { locateFault } from "../json/json-fault";
import { checkFileText } from "./file-text";
import { ConfigurationError, type Issue, type Path } from "./issues";
import { checkDocument } from "./rules/document";
import { documentSchema, type OrganizationDocument } from "./schema";

/** Throws ConfigurationError with every issue found. */
export function parseDocumentText(text: string): OrganizationDocument {
  const json = text.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Found here because not every version of Node reports the place.
    const found = locateFault(json);
    const place = found === null ? "" : ` Line ${found.line}, column ${found.column}:${found.hint}`;
    throw new ConfigurationError([{ path: [], message: `The file is not JSON.${place}` }]);
  }
  const issues = checkFileText(json);
  if (issues.length > 0) throw new ConfigurationError(issues);
  return parseDocument(value);
}

/** Throws ConfigurationError with every issue found. */
export function parseDocument(value: unknown): OrganizationDocument {
  const result = documentSchema.safeParse(value, { reportInput: true });
  if (!result.success) throw new ConfigurationError(result.error.issues.flatMap(toIssues));
  const issues = checkDocument(result.data);
  if (issues.length > 0) throw new ConfigurationError(issues);
  return result.data;
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], message: "is not a member of this object" }));
  }
  return [{ path, message: path.length === 0 ? `The file ${describe(issue, path)}.` : describe(issue, path) }];
}

function describe(issue: z.core.$ZodIssue, path: Path): string {
  if (issue.input === undefined && path.length > 0) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "too_small":
      return `must ${bound(issue.origin, "at least", Number(issue.minimum))}`;
    case "too_big":
      return `must ${bound(issue.origin, "at most", Number(issue.maximum))}`;
    case "custom":
      return issue.message === "Invalid input" ? "must be a JSON value" : issue.message;
    default:
      return issue.message;
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function bound(origin: string, relation: string, limit: number): string {
  if (origin === "string") return `have ${relation} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array") return `have ${relation} ${limit} ${limit === 1 ? "item" : "items"}`;
  return `be ${relation} ${limit}`;
}
