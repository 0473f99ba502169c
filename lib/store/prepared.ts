/**
 * Which statements PostgreSQL parses, and plans where one plan is the best for all values, once for each connection, and
 * then knows by name. The texts of one entity and one set of rights are few; those of its pages are many, and of filters more.
 */
import { LRUCache } from "lru-cache";

export type KeptPlanning = "prepared" | "settled" | "parsed";

/** Every connection of the pool may hold each of them in PostgreSQL's memory: tens of kilobytes, a page 100, a filter up to 200. */
const MAX_KEPT: Record<KeptPlanning, number> = { prepared: 150, settled: 100, parsed: 50 };
/** What is asked so often is worth holding on to: the first to get there are the busiest. */
const USES_BEFORE = 20;
const MAX_COUNTED = 2_000;

const names: Record<KeptPlanning, Map<string, string>> = {
  prepared: new Map(),
  settled: new Map(),
  parsed: new Map(),
};
const uses = new LRUCache<string, number>({ max: MAX_COUNTED });

/** undefined: to be parsed and planned for this once. */
export function preparedName(text: string, planning: KeptPlanning): string | undefined {
  const kept = names[planning];
  const name = kept.get(text);
  if (name !== undefined || kept.size === MAX_KEPT[planning]) return name;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES_BEFORE) return undefined;
  uses.delete(text);
  const made = `${planning}-${kept.size + 1}`;
  kept.set(text, made);
  return made;
}
