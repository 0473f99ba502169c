/** Where a feed of changes begins: at a position that a crash or a failover cannot give to another change. */
import { beforeAll, expect, it } from "vitest";
import { readFeedEnd } from "@/lib/store/records/feed-positions";
import { openTestDatabase, query } from "../configuration/database";
import { type Admitted, createAdmitted } from "./admitted";

openTestDatabase();

let admitted: Admitted;
beforeAll(async () => {
  admitted = await createAdmitted();
});

it("is the beginning while nothing has changed", async () => {
  expect(await readFeedEnd(admitted.deals.id)).toEqual({ transaction: "0", sequence: "0" });
});

it("is the last change, whatever was rolled back since", async () => {
  await query("INSERT INTO changes (entity_id, record_id) VALUES ($1, gen_random_uuid())", [admitted.deals.id]);
  const [last] = await query("SELECT transaction::text, sequence::text FROM changes");
  await query("BEGIN; SELECT pg_current_xact_id(); ROLLBACK");
  // As soon as the transactions of other tests that began before it have ended.
  await expect.poll(() => readFeedEnd(admitted.deals.id)).toEqual(last);
});
