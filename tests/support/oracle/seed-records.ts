/** Records for a world to begin with: made through the interface, mostly by who may do everything. */
import fc from "fast-check";
import { askOf } from "./fill-in";
import { anyGoodData, type Draft } from "./generate-asks";
import type { LiveWorld } from "./live-world";
import { step } from "./step";

/** Some are refused: a label is taken, a state may not begin, the caller has no right. */
const TRIES_PER_RECORD = 4;

export async function seedRecords(live: LiveWorld, count: number, seed: number): Promise<void> {
  const callers = [live.admin, live.admin, live.admin, ...live.people];
  const creates = live.world.file.entities
    .filter(({ exposed }) => exposed !== false)
    .map((entity) =>
      anyGoodData(entity).map((data): Draft => ({ endpoint: "create", entity: entity.key, body: { data } })),
    );
  const tries = fc.record({ draft: fc.oneof(...creates), who: fc.nat({ max: callers.length - 1 }) });
  for (const { draft, who } of fc.sample(tries, { numRuns: count * TRIES_PER_RECORD, seed })) {
    if (live.world.records.length === count) return;
    await step(live, callers[who] ?? live.admin, askOf(draft, live.world));
  }
}
