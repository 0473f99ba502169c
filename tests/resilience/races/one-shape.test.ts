/** Records are written on and on while the fields of their entity come and go: every change is made, without a deadlock. */
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { originOf, tally } from "../../support/parallel";

const acme = await openOrganization("shape");
const CLIENTS = 6;
const CHANGES = figure(10, 100);
/** Between two changes, so that each meets writes that are under way. */
const WRITES = 30;
/** By client: the record that it made last, and deletes next. */
const made = new Map<number, string>();

it("updates of one record and creates with a key wait for a change, or it for them, without a deadlock", async () => {
  const account = await acme.create("ada", "accounts", { name: "hot" });
  const parent = await acme.create("ada", "accounts", { name: "parent" });
  const deadlocksBefore = await countDeadlocks();
  let last = 0;
  const load = startClients(CLIENTS, async (index) => {
    last += 1;
    const token = acme.token("ada");
    const to = (method: string, path: string, headers: Record<string, string>, data?: object) =>
      send(originOf(index), { method, path, token, headers, json: data && { data } });
    if (index < 3) return to("PATCH", account.path, { "if-match": "*" }, { city: `city ${last}` });
    if (index < 4) return to("PATCH", account.path, { "if-match": "*" }, { parent: last % 2 === 0 ? parent.id : null });
    const before = made.get(index);
    if (before !== undefined && made.delete(index)) return to("DELETE", before, { "if-match": "*" });
    const data = { name: `account ${last}`, parent: account.id };
    const answer = await to("POST", recordsPath("accounts"), { "idempotency-key": `key-${last}` }, data);
    if (answer.status === 201) made.set(index, `${recordsPath("accounts")}/${dataOf<RecordView>(answer).id}`);
    return answer;
  });
  for (let change = 0; change < CHANGES; change += 1) {
    const file = structuredClone(acme.file);
    const accounts = file.entities.find((entity) => entity.key === "accounts");
    if (change % 2 === 0) accounts?.fields.push({ key: "extra", type: "text", indexed: true });
    await load.more(WRITES);
    await acme.apply(file);
  }
  const outcomes = await load.stop();
  // Writers are refused while a field is removed from all records.
  const answers = tally(outcomes.map(({ answer }) => answer));
  const { "200": changed = 0, "201": created = 0, "429 RATE_LIMITED": refused = 0, ...others } = answers;
  expect(others).toEqual({});
  expect(changed + created + refused).toBeGreaterThanOrEqual(CHANGES * WRITES);
  expect(changed + created).toBeGreaterThan(0);
  // Trying again would have hidden them, for a second of waiting each.
  expect(await countDeadlocks()).toBe(deadlocksBefore);
});

/** As PostgreSQL has counted them in this database. */
async function countDeadlocks(): Promise<string | undefined> {
  const [row] = await sql<{ deadlocks: string }>(
    "select deadlocks::text from pg_stat_database where datname = current_database()",
  );
  return row?.deadlocks;
}
