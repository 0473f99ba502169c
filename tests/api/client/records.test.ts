/** The client against the service: what its methods give, and what they throw. */
import { describe, expect, it } from "vitest";
import { client, RecordsError } from "@/packages/client/src/client";
import { caughtUp } from "../../support/mirror";
import { openOrganization } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";

const acme = await openOrganization("client");
const as = (member: MemberName) => client({ url: acme.origin, token: acme.token(member) });
const ada = as("ada");
const [accounts, deals] = [ada.entity("accounts"), ada.entity("deals")];

const failureOf = async (work: Promise<unknown>): Promise<RecordsError> => {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(RecordsError);
  return failure as RecordsError;
};

describe("the client", () => {
  it("says whom it acts for, and what it can use", async () => {
    expect(await ada.me()).toMatchObject({ organizationId: acme.id, member: { email: `ada@${acme.key}.test` } });
    expect((await ada.entities()).map(({ entityKey }) => entityKey)).toEqual([
      "accounts",
      "deals",
      "notes",
      "samples",
      "vault",
    ]);
    expect((await deals.describe()).fields.map(({ key }) => key)).toEqual(["title", "stage", "amount", "account"]);
  });

  it("creates, reads, changes and deletes a record", async () => {
    const created = await deals.create({ title: "Roof", amount: 5 });
    expect(created).toMatchObject({ entityKey: "deals", data: { title: "Roof", amount: 5, stage: "lead" } });
    expect(await deals.get(created.id)).toEqual(created);
    const changed = await deals.update(created, { amount: 6 });
    expect(changed.data).toEqual({ ...created.data, amount: 6 });
    expect(await deals.delete(changed)).toEqual({ id: created.id, entityKey: "deals", deleted: true });
    expect(await failureOf(deals.get(created.id))).toMatchObject({ code: "RECORD_NOT_FOUND", status: 404 });
  });

  it("writes nothing in a dry run", async () => {
    const created = await deals.create({ title: "Kept" });
    await deals.update(created, { title: "Changed" }, { dryRun: true });
    await deals.delete(created, { dryRun: true });
    await deals.batch([{ op: "update", id: created.id, ifMatch: "*", data: { title: "Changed" } }], { dryRun: true });
    await deals.create({ title: "Tried" }, { dryRun: true });
    expect(await deals.get(created.id)).toEqual(created);
    expect((await deals.list({ where: ["title", "eq", "Tried"] })).items).toEqual([]);
  });

  it("follows changes as they are made, and resumes from any of them", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    const follow = async (count: number) => {
      for await (const change of deals.follow({ cursor, fields: ["title"] })) {
        cursor = change.cursor;
        seen.push(change.type === "changed" ? String(change.record.data.title) : change.type);
        if (seen.length === count) return;
      }
    };
    await caughtUp();
    for await (const step of deals.changes()) cursor = step.cursor;
    const made = await deals.create({ title: "Followed" });
    await follow(1);
    const later = follow(3);
    await deals.create({ title: "Live" });
    await deals.delete(made);
    await later;
    expect(seen[0]).toBe("Followed");
    // In one page, the removal comes first.
    expect(seen.slice(1).sort()).toEqual(["Live", "removed"]);
  });

  it("reports a refusal of the service by its code", async () => {
    const created = await deals.create({ title: "Contested" });
    await deals.update(created, { amount: 1 });
    expect(await failureOf(deals.update(created, { amount: 2 }))).toMatchObject({
      code: "PRECONDITION_FAILED",
      status: 412,
    });
    const invalid = await failureOf(deals.create({ title: 5, color: "red" }, {}));
    expect(invalid).toMatchObject({ code: "INVALID_BODY", status: 400 });
    expect(invalid.details.map(({ field }) => field).sort()).toEqual(["color", "title"]);
    expect(invalid.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await failureOf(as("rea").entity("deals").create({ title: "No" }))).toMatchObject({
      code: "PERMISSION_DENIED",
    });
    expect(await failureOf(as("ina").me())).toMatchObject({ code: "OWNER_INACTIVE", status: 401 });
    expect(await failureOf(ada.entity("none").list())).toMatchObject({ code: "ENTITY_NOT_FOUND" });
  });

  it("reports each operation of a batch", async () => {
    const operations = [
      { op: "create" as const, data: { title: "First" } },
      { op: "create" as const, data: { amount: -1 } },
    ];
    const refused = await failureOf(deals.batch(operations));
    expect(refused).toMatchObject({ code: "INVALID_BODY", status: 400 });
    expect(refused.details).toContainEqual(expect.objectContaining({ index: 1, code: "INVALID_BODY" }));
    const [first, second] = await deals.batch(operations, { atomic: false });
    expect(first).toMatchObject({ status: 201, id: expect.any(String), versionId: expect.any(String) });
    expect(second).toMatchObject({ status: 400, error: { code: "INVALID_BODY" } });
  });
});

it("lists have the requested fields, order and expanded records", async () => {
  const account = await accounts.create({ name: "Acme", city: "Oslo" });
  await deals.batch(
    [3, 1, 2].map((amount) => ({ op: "create", data: { title: `Deal ${amount}`, amount, account: account.id } })),
  );
  const where = ["account.name", "eq", "Acme"] as const;
  const page = await deals.list({ where, sort: ["amount:desc"], limit: 2, fields: ["amount"], expand: ["account"] });
  expect(page.items.map(({ data, expanded }) => [data, expanded.account?.data.name])).toEqual([
    [{ amount: 3 }, "Acme"],
    [{ amount: 2 }, "Acme"],
  ]);
  expect((await deals.list({ where, sort: ["amount:desc"], cursor: page.nextCursor })).items).toMatchObject([
    { data: { amount: 1 } },
  ]);
  const one = await deals.get(page.items[0]?.id ?? "", { fields: ["title"], expand: ["account"] });
  expect([one.data, one.expanded.account?.data.city]).toEqual([{ title: "Deal 3" }, "Oslo"]);
  const { items } = await deals.aggregate({
    where,
    groupBy: ["account"],
    measures: { deals: ["count"], worth: ["sum", "amount"] },
  });
  expect(items).toEqual([{ group: { account: account.id }, deals: 3, worth: 6 }]);
});
