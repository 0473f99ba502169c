/**
 * A write and everything it depends on are one statement (contract §§ 1, 2): where the version, the scope or the admission
 * has lapsed, nothing is written; where a constraint refuses, the caller learns which conflict it is.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import { EVERYTHING, NOTHING, type PlannedFilter } from "@/lib/query/plan";
import type { TokenAdmission } from "@/lib/store/records/guard";
import { deleteRecord, testChanges, type WriteContext, type WrittenRecord } from "@/lib/store/records/write";
import { findRecord, openTestDatabase, query } from "../configuration/database";
import { type Admitted, contextOf, createAdmitted, insertRecord, recordOf, updateRecord } from "./admitted";

openTestDatabase();

let admitted: Admitted;
let context: WriteContext;

beforeEach(async () => {
  admitted = await createAdmitted([{ entity: "deals", verbs: ["list", "create"] }]);
  context = contextOf(admitted, admitted.deals);
});

const deal = (data: JsonObject) => recordOf(admitted, admitted.deals, data);

async function insert(data: JsonObject): Promise<WrittenRecord> {
  const written = await insertRecord(context, deal(data));
  if (written === null) throw new Error("the record was not written");
  return written;
}

/** Tries each of the three writes; what they answer, and whether the table shows anything of them. */
async function tryWrites(attempt: WriteContext, stored: { id: string; version: string }) {
  const inserted = deal({ title: "inserted" });
  const answers = [
    await insertRecord(attempt, inserted),
    await updateRecord(attempt, { ...deal({ title: "changed" }), id: stored.id, version: stored.version }),
    await deleteRecord(attempt, stored.id, stored.version),
  ];
  const after = await findRecord(stored.id);
  return { answers, isUntouched: after?.version === stored.version && (await findRecord(inserted.id)) === undefined };
}

const NOTHING_WRITTEN = { answers: [null, null, false], isUntouched: true };

it("an admitted write never dates a change before the one that it follows, where the clock of PostgreSQL was set back", async () => {
  const { id, version } = await insert({ title: "A" });
  await query("UPDATE records SET updated = '2999-01-01T00:00:00Z' WHERE id = $1", [id]);
  const changed = await updateRecord(context, { ...deal({ title: "B" }), id, version });
  expect(JSON.parse(changed?.envelope ?? "").updated).toBe("2999-01-01T00:00:00.000Z");
});

describe("a write whose admission has lapsed does nothing", () => {
  const ofToken = (set: string) => `UPDATE tokens SET ${set} WHERE id = $1`;
  const ofOwner = (set: string) => `UPDATE members SET ${set} WHERE id = (SELECT member_id FROM tokens WHERE id = $1)`;

  it.each<[name: string, statement: string]>([
    ["the token was revoked", ofToken("revoked = now()")],
    ["the token expired", ofToken("expires = now() - interval '1 ms'")],
    ["the token expires at this moment", ofToken("expires = date_trunc('milliseconds', now())")],
    ["the token's scopes changed", ofToken(`scopes = '[{"verbs": ["list"], "entity": "deals"}]'`)],
    ["the token's scopes became all", ofToken("scopes = NULL")],
    ["the owner was deactivated", ofOwner("active = FALSE")],
    ["the owner lost its role", ofOwner("role_keys = '{}'")],
    ["the owner got a role", ofOwner("role_keys = '{sales,more}'")],
    [
      "the configuration changed",
      "UPDATE organizations SET configuration_version = configuration_version + 1 WHERE id = (SELECT organization_id FROM tokens WHERE id = $1)",
    ],
    ["the token is gone", "DELETE FROM tokens WHERE id = $1"],
  ])("%s", async (_, statement) => {
    const stored = await insert({ title: "A" });
    await query(statement, [admitted.admission.tokenId]);
    expect(await tryWrites(context, stored)).toEqual(NOTHING_WRITTEN);
  });

  it("is what lapsed, not anything else: an expiry in the future changes nothing", async () => {
    await query("UPDATE tokens SET expires = now() + interval '1 minute' WHERE id = $1", [admitted.admission.tokenId]);
    expect(await insertRecord(context, deal({ title: "A" }))).not.toBeNull();
  });

  it("and an admission that was for all scopes ends when there are some", async () => {
    const stored = await insert({ title: "A" });
    const admission: TokenAdmission = { ...admitted.admission, scopes: null };
    expect(await tryWrites({ ...context, admission }, stored)).toEqual(NOTHING_WRITTEN);
  });
});

describe("a write outside its scope does nothing", () => {
  it("where the scope is none", async () => {
    const stored = await insert({ title: "A" });
    expect(await tryWrites({ ...context, scope: NOTHING }, stored)).toEqual(NOTHING_WRITTEN);
  });

  it("where an update would leave it", async () => {
    const { id, version } = await insert({ title: "A", amount: 1 });
    const field = admitted.deals.fields.get("amount");
    if (field === undefined) throw new Error("there is no field amount");
    const scope: PlannedFilter = { kind: "test", column: { kind: "data", field }, operator: "lte", value: 5 };
    const update = (amount: number) =>
      updateRecord({ ...context, scope }, { ...deal({ title: "A", amount }), id, version });
    expect(await update(6)).toBeNull();
    expect(await update(5)).not.toBeNull();
    const { version: now } = (await findRecord(id)) ?? { version: "" };
    expect(
      await updateRecord({ ...context, scope }, { ...deal({ title: "A", amount: null }), id, version: now }),
    ).toBeNull();
  });
});

describe("the scope of an update", () => {
  const updated = { kind: "system", name: "updated" } as const;
  const still: PlannedFilter = { kind: "test", column: updated, operator: "lte", value: "2020-01-01T00:00:00.000Z" };
  const later: PlannedFilter = { kind: "test", column: updated, operator: "gt", value: "2999-01-01T00:00:00.000Z" };

  it("sees the moment of the change as it will be stored", async () => {
    const { id, version } = await insert({ title: "A" });
    await query("UPDATE records SET updated = '2020-01-01T00:00:00Z' WHERE id = $1", [id]);
    const change = { ...deal({ title: "B" }), id, version };
    expect(await testChanges(context.entityId, [change], [still, later])).toEqual([
      { id, before: [true, false], after: [false, false] },
    ]);
    expect(await updateRecord({ ...context, scope: still }, change)).toBeNull();
    await query("UPDATE records SET updated = '2999-01-01T00:00:00.001Z' WHERE id = $1", [id]);
    expect(await testChanges(context.entityId, [change], [still, later])).toEqual([
      { id, before: [false, true], after: [false, true] },
    ]);
    expect(await updateRecord({ ...context, scope: later }, change)).not.toBeNull();
  });

  it("returns nothing for a record that has another version by now", async () => {
    const { id } = await insert({ title: "A" });
    const change = { ...deal({ title: "B" }), id, version: randomUUID() };
    expect(await testChanges(context.entityId, [change], [EVERYTHING])).toEqual([]);
  });
});

it("a write of another version does nothing, and of several with the same version exactly one succeeds", async () => {
  const { id, version } = await insert({ title: "A" });
  expect(await updateRecord(context, { ...deal({ title: "B" }), id, version: randomUUID() })).toBeNull();
  expect(await deleteRecord(context, id, randomUUID())).toBe(false);
  const titles = ["B", "C", "D"];
  const all = await Promise.all(titles.map((title) => updateRecord(context, { ...deal({ title }), id, version })));
  expect(all.filter((written) => written !== null)).toHaveLength(1);
});
