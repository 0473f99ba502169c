/** Pages are exact whatever a database or a role has for settings (contract § 6). */
import { beforeAll, expect, it } from "vitest";
import type { Entity } from "@/lib/model";
import { callerResolver, EVERYTHING, planSort } from "@/lib/query/plan";
import type { Position } from "@/lib/query/position";
import { closePool } from "@/lib/store/client";
import { listRecords, type Page } from "@/lib/store/records";
import { openTestDatabase, query } from "../configuration/database";
import { createThings, replaceThings, type Thing, thingsOf } from "./things";

openTestDatabase();

/** With 15 digits, which is what `extra_float_digits = 0` leaves, they are all 0.3. */
const RATIOS = [0.29999999999999993, 0.3, 0.30000000000000004, 0.3000000000000001];

let entity: Entity;

beforeAll(async () => {
  const [row] = await query<{ name: string }>("SELECT current_database() AS name");
  await query(`ALTER DATABASE ${row?.name} SET extra_float_digits = 0`);
  // Of a database's settings only new connections hear.
  await closePool();
  entity = await createThings();
  const empty = Object.fromEntries([...entity.fields.keys()].map((key) => [key, null]));
  const moment = "2026-01-01T00:00:00.000Z";
  await replaceThings(
    entity,
    RATIOS.map((ratio, index): Thing => {
      const id = `00000000-0000-7000-8000-00000000000${index}`;
      return { id, created: moment, updated: moment, data: { ...empty, ratio } };
    }),
  );
});

/** Page by page, and no more pages than there are records: repeated ones would have no end. */
async function ratios(direction: "asc" | "desc"): Promise<unknown[]> {
  const found: unknown[] = [];
  let after: Position | null = null;
  for (const _ of RATIOS) {
    const page: Page = await listRecords(
      {
        entityId: entity.id,
        where: EVERYTHING,
        search: { words: [], columns: null },
        sort: planSort([{ field: "ratio", direction }], callerResolver(entity.fields)),
        after,
        limit: 1,
      },
      { entityKey: "things", hidden: [], conditional: [] },
      true,
    );
    found.push(...thingsOf(page).map(({ data }) => data.ratio));
    after = page.next;
    if (after === null) break;
  }
  return found;
}

it("numbers that differ in their last digit only are neither skipped nor repeated", async () => {
  expect(await ratios("asc")).toEqual(RATIOS);
  expect(await ratios("desc")).toEqual([...RATIOS].reverse());
});
