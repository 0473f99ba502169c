/** The tools that one caller can use, and how they are listed: exact to the token, in a fixed order. */
import { LRUCache } from "lru-cache";
import type { Access } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { MAX_TOOL_CHARACTERS, MAX_TOOL_ENUMS, MIN_TOOL_CHARACTERS } from "../limits";
import { runtime } from "../process/runtime";
import type { Schema, Tool } from "./tool";
import { apply } from "./tools/apply";
import { fetch, search } from "./tools/connectors";
import { describe } from "./tools/describe";
import { propose } from "./tools/propose";
import { aggregate, changes, query } from "./tools/reading";

export type Offered = { tool: Tool; listed: ReturnType<typeof toListed> };

const TOOLS: readonly Tool[] = [describe, search, fetch, query, aggregate, changes, propose, apply];

/** The most useful first: if not all fit, these have the keys of entities spelled out. */
const ENUMS_FIRST = ["query", "propose", "describe", "aggregate", "changes", "search"];

const MAX_CACHED = 500;
const cache = runtime.part("tools of tokens", () => new LRUCache<string, Offered[]>({ max: MAX_CACHED }));

export function offeredTools({ access, accessKey }: Caller, isReadOnly: boolean): Offered[] {
  const key = `${isReadOnly} ${accessKey}`;
  const known = cache().get(key);
  if (known !== undefined) return known;
  const tools = TOOLS.filter((tool) => entitiesOf(tool, access).length > 0 && !(isReadOnly && tool.prepares === true));
  const spelledOut = toolsWithEnums(tools, access);
  const offered = tools.map((tool) => ({ tool, listed: toListed(tool, access, spelledOut.has(tool.name)) }));
  cache().set(key, offered);
  return offered;
}

function entitiesOf({ verbs }: Tool, access: Access): string[] {
  const usable = access.entities().filter(({ permissions }) => verbs.some((verb) => permissions[verb]));
  return usable.map(({ entity }) => entity.key);
}

function toolsWithEnums(tools: readonly Tool[], access: Access): Set<string> {
  const spelledOut = new Set<string>();
  let room = MAX_TOOL_ENUMS;
  for (const name of ENUMS_FIRST) {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) continue;
    const length = JSON.stringify(entitiesOf(tool, access)).length;
    if (length > room) continue;
    room -= length;
    spelledOut.add(name);
  }
  return spelledOut;
}

function toListed(tool: Tool, access: Access, isSpelledOut: boolean) {
  const { name, title, description, output: outputSchema, writes = false } = tool;
  const entity: Schema = isSpelledOut
    ? { type: "string", enum: entitiesOf(tool, access) }
    : { type: "string", description: "key of an entity, as describe lists them" };
  const input = tool.input(entity, access);
  const properties = { ...input.properties, max_characters: MOST_CHARACTERS };
  const annotations = writes
    ? { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
    : { readOnlyHint: true, openWorldHint: false };
  const inputSchema = { ...input, properties, additionalProperties: false } as const;
  return { name, title, description, inputSchema, outputSchema, annotations };
}

const MOST_CHARACTERS = { type: "integer", minimum: MIN_TOOL_CHARACTERS, maximum: MAX_TOOL_CHARACTERS };
