/** Arguments of tools. What the API checks by itself is passed on as it is. */
import { ApiError } from "../errors";
import { DEFAULT_TOOL_CHARACTERS, DEFAULT_TOOL_RECORDS, MAX_TOOL_CHARACTERS, MIN_TOOL_CHARACTERS } from "../limits";
import { quoteText } from "../messages/cut-text";
import { notAsText } from "../messages/wrong-type";
import type { JsonObject, JsonValue } from "../model";
import { invalidBody } from "../public-api/input/body";

/** In characters, for an entity's key, perhaps with a record's id. Keys have at most 63, ids 36. */
export const MAX_NAME_LENGTH = 200;

/** Throws INVALID_BODY for a name that the tool does not have. */
export function requireKnownArguments(args: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalidBody(`The tool has no argument ${quoteText(unknown)}. It has ${known.join(", ")}.`);
}

/** Throws INVALID_BODY unless it is a text, of at most `most` characters: longer ones are not even split or encoded. */
export function requireText(args: JsonObject, name: string, what: string, most = Number.POSITIVE_INFINITY): string {
  const value = args[name];
  if (typeof value === "string" && value !== "" && value.length <= most) return value;
  throw invalidBody(`${name} is ${what}, as a text${Number.isFinite(most) ? ` of at most ${most} characters` : ""}.`);
}

/** Joins keys with commas, as the API takes them. Throws INVALID_BODY unless it is a list of non-empty texts without commas. */
export function requireKeys(args: JsonObject, name: string, what: string): string {
  const value = args[name];
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList || !value.every((item) => typeof item === "string" && item !== ""))
    throw invalidBody(`${name} is a list of ${what}${notAsText(value)}.`);
  const several = value.find((item) => String(item).includes(","));
  if (several === undefined) return value.join(",");
  const fault = `No key has a comma, as ${quoteText(String(several))} has: each is an item of its own.`;
  throw invalidBody(`${name} is a list of ${what}. ${fault}`);
}

export function entityOf(args: JsonObject): string {
  return requireText(args, "entity", "the key of an entity, which describe lists", MAX_NAME_LENGTH);
}

/** Throws INVALID_LIMIT. */
export function limitOf({ limit = DEFAULT_TOOL_RECORDS }: JsonObject, most: number, advice: string): number {
  return requireInteger("limit", limit, [1, most], ` ${advice}`);
}

/** Throws INVALID_LIMIT. */
export function mostCharacters({ max_characters: most = DEFAULT_TOOL_CHARACTERS }: JsonObject): number {
  return requireInteger("max_characters", most, [MIN_TOOL_CHARACTERS, MAX_TOOL_CHARACTERS], "");
}

function requireInteger(name: string, value: JsonValue, [least, most]: [number, number], advice: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ApiError("INVALID_LIMIT", `${name} must be an integer from ${least} to ${most}.${advice}`);
}

export function pick(args: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
}
