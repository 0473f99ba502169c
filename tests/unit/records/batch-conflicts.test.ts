/** Conflicts of a batch are found together: each by itself, five hundred of them would take longer than a request may. */
import { beforeAll, expect, it } from "vitest";
import { compileAccess, type EntityAccess } from "@/lib/access/compile";
import type { Caller } from "@/lib/authentication/authenticate";
import { NO_LIMITS } from "@/lib/model";
import { writeBatch } from "@/lib/records/batch/write-batch";
import { openTestDatabase, query } from "../configuration/database";
import { type Admitted, createAdmitted, memberOf } from "../store/admitted";
import { statementsOf } from "../store/explained";

openTestDatabase();

const TAKEN = 200;

let admitted: Admitted;
let caller: Caller;
let deals: EntityAccess;

beforeAll(async () => {
  admitted = await createAdmitted();
  const { configuration, admission } = admitted;
  const member = memberOf(admitted);
  const access = compileAccess(configuration, member, null);
  const { tokenId: id } = admission;
  const token = { id, rootId: id, name: "Sync", scopes: null, limits: NO_LIMITS, endsAt: null };
  const asOf = performance.now();
  caller = { configuration, member, token, access, accessKey: "all", admission, asOf, pausedEntities: null };
  deals = access.entity("deals") as EntityAccess;
});

const titled = (title: string) => ({ op: "create" as const, data: { title } });
const send = (titles: string[]) =>
  writeBatch({ caller, access: deals, dryRun: false }, { operations: titles.map(titled), atomic: false, shown: false });

it("refuses taken values with a few statements more than a batch without conflicts, and writes the rest", async () => {
  const titles = Array.from({ length: TAKEN }, (_, index) => `Deal ${index}`);
  const without = await statementsOf(() => send(titles));
  let results: Awaited<ReturnType<typeof send>> = [];
  const withConflicts = await statementsOf(async () => {
    results = await send([...titles.slice(0, 100), "New one", ...titles.slice(100), "New two"]);
  });
  const codes = results.map((result) => ("error" in result ? result.error.code : result.status));
  expect(codes).toEqual([...Array(100).fill("DUPLICATE_LABEL"), 201, ...Array(100).fill("DUPLICATE_LABEL"), 201]);
  const [first] = results;
  expect(first !== undefined && "error" in first ? first.error.details : null).toEqual([
    { field: "title", message: "is already the label of another record" },
  ]);
  expect(withConflicts.length - without.length).toBeLessThan(10);
  const [row] = await query<{ count: number }>("SELECT count(*)::int AS count FROM records WHERE entity_id = $1", [
    admitted.deals.id,
  ]);
  expect(row?.count).toBe(TAKEN + 2);
});
