/** Pages are exact whatever a database or a role has for settings (contract § 6). */
import { beforeAll, expect, it } from "vitest";
import type { Entity } from "@/lib/model";
import { runtime } from "@/lib/process/runtime";
import type { Position } from "@/lib/query/page/position";
import { callerResolver, planFilter, planSort } from "@/lib/query/plan";
import type { Page } from "@/lib/store/records/read";
import { openTestDatabase, query } from "../configuration/database";
import { createThings, listThings, storeThings, thingsOf } from "./things";
import { STAGES } from "./things-entity";

openTestDatabase();

/** With 15 digits, which is what `extra_float_digits = 0` leaves, they are all 0.3. */
const RATIOS = [0.29999999999999993, 0.3, 0.30000000000000004, 0.3000000000000001];

let entity: Entity;
const resolve = () => callerResolver(entity.fields);

beforeAll(async () => {
  const [row] = await query<{ name: string }>("SELECT current_database() AS name");
  for (const setting of ["extra_float_digits = 0", "standard_conforming_strings = off"]) {
    await query(`ALTER DATABASE ${row?.name} SET ${setting}`);
  }
  // Of a database's settings only new connections hear.
  await runtime.close();
  entity = await createThings();
  const rows = RATIOS.map((ratio, index) => ({ ratio, stage: STAGES[index] ?? null }));
  await storeThings(entity, rows);
});

/** Page by page, and no more pages than there are records: repeated ones would have no end. */
async function ratios(direction: "asc" | "desc"): Promise<unknown[]> {
  const found: unknown[] = [];
  let after: Position | null = null;
  for (const _ of RATIOS) {
    const sort = planSort([{ field: "ratio", direction }], resolve());
    const page: Page = await listThings(entity, { sort, after, limit: 1 });
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

it("an option with a quote and a backslash is that option, also where backslashes quote", async () => {
  for (const [index, value] of STAGES.entries()) {
    const where = planFilter({ field: "stage", operator: "eq", value }, resolve());
    const page = await listThings(entity, { sort: planSort([], resolve()), where, limit: 1 });
    expect(thingsOf(page).map(({ data }) => [data.stage, data.ratio])).toEqual([[value, RATIOS[index]]]);
  }
});
