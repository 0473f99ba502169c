/** Chooses a statement's plan mode and name. Each kind has its own names, so that numerous kinds do not crowd out the others. */
import { LRUCache } from "lru-cache";
import { env } from "../process/env";
import { runtime } from "../process/runtime";

/** PostgreSQL's `plan_cache_mode`: `generic` keeps one plan for all values; `custom` is for plans that depend on the values. */
export type PlanMode = "generic" | "custom";

/** `names`: statements that a connection keeps, 100 kB for a page, up to 200 kB for a filter. Others are planned on each use. */
const PLANS = {
  unprepared: { mode: "custom", names: 0 },
  generic: { mode: "generic", names: 150 },
  "generic page": { mode: "generic", names: 100 },
  "custom page": { mode: "custom", names: 50 },
} as const satisfies Record<string, { mode: PlanMode; names: number }>;

export type Plan = keyof typeof PLANS;

/** A statement gets a name after this many uses. The busiest statements reach it first. */
const USES_BEFORE = 20;
const MAX_COUNTED = 2_000;

/** One per process: the bundles of pages each load this module, and share the connections that know the names. */
const known = runtime.part("prepared statements", () => ({
  names: new Map<Plan, Map<string, string>>(),
  uses: new LRUCache<string, number>({ max: MAX_COUNTED }),
}));

export function modeOf(plan: Plan): PlanMode {
  return PLANS[plan].mode;
}

/** Returns undefined for a statement that should be parsed and planned for this one use. */
export function preparedName(text: string, plan: Plan): string | undefined {
  if (env().DATABASE_POOLER === "transaction") return undefined;
  const { names, uses } = known();
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
