/** Sequences of requests by several people, and walks during which others write. */
import fc from "fast-check";
import type { JsonObject } from "@/lib/model";
import type { EntityFile } from "./file";
import {
  anyDelete,
  anyGoodData,
  anyGuardedUpdate,
  anyNewData,
  anyQueryBody,
  anyRead,
  anyUpdate,
  type Draft,
} from "./generate-asks";

/** `who`: 0 is the one who may do everything. */
export type Write = { who: number; draft: Draft };
export type Act =
  | { kind: "ask"; who: number; draft: Draft }
  /** `writes` go between the pages, one after each; `relay` take over with the cursor, page by page. */
  | { kind: "walk"; who: number; entity: string; body: JsonObject; limits: number[]; writes: Write[]; relay: number[] };

export function anySequence(entities: EntityFile[], people: number): fc.Arbitrary<Act[]> {
  const who = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat({ max: people }) });
  const open = entities.filter(({ exposed }) => exposed !== false);
  const write = fc.record({ who, draft: fc.oneof(...open.map(anyWrite)) });
  const asks = fc
    .record({
      who,
      draft: fc.oneof({ weight: 9, arbitrary: fc.oneof(...open.map(anyWrite)) }, ...entities.map(anyRead)),
    })
    .map((ask): Act => ({ kind: "ask", ...ask }));
  const walks = fc.constantFrom(...open).chain((entity) =>
    fc.record({
      kind: fc.constant("walk" as const),
      who,
      entity: fc.constant(entity.key),
      body: anyQueryBody(entity),
      limits: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      writes: fc.array(write, { maxLength: 4 }),
      relay: fc.oneof(fc.constant<number[]>([]), fc.array(who, { maxLength: 2 })),
    }),
  );
  return fc.array(fc.oneof({ weight: 6, arbitrary: asks }, { weight: 1, arbitrary: walks }), {
    minLength: 1,
    maxLength: 30,
    size: "max",
  });
}

/** Creates and updates more than deletes, or nothing would be left to meet. */
function anyWrite(entity: EntityFile): fc.Arbitrary<Draft> {
  const body = fc.oneof({ weight: 6, arbitrary: anyGoodData(entity) }, { weight: 1, arbitrary: anyNewData(entity) });
  const create = body.map((data): Draft => ({ endpoint: "create", entity: entity.key, body: { data } }));
  return fc.oneof(
    { weight: 4, arbitrary: create },
    { weight: 5, arbitrary: anyUpdate(entity) },
    { weight: 3, arbitrary: anyGuardedUpdate(entity) },
    { weight: 2, arbitrary: anyDelete(entity) },
  );
}
