/**
 * How a statement is planned, and which ones PostgreSQL parses once for each connection and then knows by name. The texts of
 * one entity and one set of permissions are few; those of its pages are many, and of filters more: each kind has names of its
 * own, so that the many of one do not crowd out the others.
 */
import { LRUCache } from "lru-cache";
import { env } from "../process/env";

/**
 * Said by PostgreSQL's `plan_cache_mode`: `generic` where one plan is the best for whatever values, and kept; `custom` where
 * it depends on them.
 */
export type PlanMode = "generic" | "custom";

/**
 * `names`: how many a connection may hold in PostgreSQL's memory: tens of kilobytes each, a page 100, a filter up to 200.
 * What has no name is parsed and planned each time.
 */
const PLANS = {
  unprepared: { mode: "custom", names: 0 },
  generic: { mode: "generic", names: 150 },
  "generic page": { mode: "generic", names: 100 },
  "custom page": { mode: "custom", names: 50 },
} as const satisfies Record<string, { mode: PlanMode; names: number }>;

export type Plan = keyof typeof PLANS;

/** What is asked so often is worth holding on to: the first to get there are the busiest. */
const USES_BEFORE = 20;
const MAX_COUNTED = 2_000;

const names = new Map<Plan, Map<string, string>>();
const uses = new LRUCache<string, number>({ max: MAX_COUNTED });

export function modeOf(plan: Plan): PlanMode {
  return PLANS[plan].mode;
}

/** undefined: to be parsed and planned for this once. */
export function preparedName(text: string, plan: Plan): string | undefined {
  if (env().DATABASE_POOLER !== undefined) return undefined;
  const prepared = names.get(plan) ?? new Map<string, string>();
  const name = prepared.get(text);
  if (name !== undefined || prepared.size === PLANS[plan].names) return name;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES_BEFORE) return undefined;
  uses.delete(text);
  const created = `${plan}-${prepared.size + 1}`.replace(" ", "-");
  names.set(plan, prepared.set(text, created));
  return created;
}
