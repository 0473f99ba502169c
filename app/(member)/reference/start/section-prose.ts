/** The prose of the start page, from `docs/reference.md`, with limits of the API and the key of an entity. */
import { lexer, type Token } from "marked";
import { readMarkdown } from "@/app/docs/markdown/read-document";
import {
  DEFAULT_PAGE_SIZE,
  IDEMPOTENCY_HOURS,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_PAGE_SIZE,
} from "@/lib/limits";

export const PROSE_FILE = "docs/reference.md";

const LIMITS = { DEFAULT_PAGE_SIZE, IDEMPOTENCY_HOURS, MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_PAGE_SIZE };

/** By the titles of the sections. */
export type SectionProse = ReadonlyMap<string, readonly Token[]>;

export function readSectionProse(entityKey: string): SectionProse {
  const values: Record<string, string | number> = { ...LIMITS, ENTITY_KEY: entityKey };
  const markdown = readMarkdown(PROSE_FILE).replace(/\{([A-Z_]+)\}/g, (name, key) => `${values[key] ?? name}`);
  const prose = new Map<string, Token[]>();
  let title = "";
  for (const token of lexer(markdown)) {
    if (token.type === "heading") title = token.text;
    else prose.set(title, [...(prose.get(title) ?? []), token]);
  }
  return prose;
}
