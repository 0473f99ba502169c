/** Records for a world to begin with, made through the interface. */
import fc from "fast-check";
import { askOf } from "./fill-in";
import { anyGoodData, type Draft } from "./generate-asks";
import type { Caller, LiveWorld } from "./live-world";
import { step } from "./step";

/** Some are refused: a label is taken, a state is not an initial one, or the caller has no right. */
const TRIES_PER_RECORD = 4;

/** `makers` take turns at random. */
export async function seedRecords(live: LiveWorld, makers: Caller[], count: number, seed: number): Promise<void> {
  const creates = live.world.file.entities
    .filter(({ exposed }) => exposed !== false)
    .map((entity) =>
      anyGoodData(entity).map((data): Draft => ({ endpoint: "create", entity: entity.key, body: { data } })),
    );
  const tries = fc.record({ draft: fc.oneof(...creates), who: fc.nat({ max: makers.length - 1 }) });
  for (const { draft, who } of fc.sample(tries, { numRuns: count * TRIES_PER_RECORD, seed })) {
    if (live.world.records.length === count) return;
    await step(live, makers[who] ?? live.admin, askOf(draft, live.world));
  }
}
