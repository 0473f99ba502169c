/**
 * Which statements PostgreSQL parses and plans once for each connection, and then knows by name. Only statements whose best
 * plan is the same for all values are asked about here; the texts of one entity and one set of rights are few.
 */
import { LRUCache } from "lru-cache";

/** Every connection of the pool holds each of them in PostgreSQL's memory, some ten kilobytes apiece. */
const MAX_PREPARED = 200;
/** What is asked so often is worth holding on to: the first to get there are the busiest. */
const USES_BEFORE = 20;
const MAX_COUNTED = 2_000;

const names = new Map<string, string>();
const uses = new LRUCache<string, number>({ max: MAX_COUNTED });

/** undefined: to be parsed and planned for this once. */
export function preparedName(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size === MAX_PREPARED) return name;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES_BEFORE) return undefined;
  uses.delete(text);
  const made = `prepared-${names.size + 1}`;
  names.set(text, made);
  return made;
}
