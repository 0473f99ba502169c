/**
 * What compiles with the types of `records.d.ts`, and what must not: each line below an `@ts-expect-error` is refused. It is
 * compiled by `npm run check` and by `declarations.test.ts`, and never run.
 */
import { type Client, client, type UpsertItem } from "@/packages/client/src/client";
import type { AccountCreate, AccountFilter, DealRecord, Records } from "./records";

const records: Client<Records> = client<Records>({ url: "https://records.example", token: "service_v1_token" });
const deals = records.entity("deals");
const accounts = records.entity("accounts");

export async function whatCompiles(id: string): Promise<unknown[]> {
  const deal = await deals.get(id);
  const stage: "lead" | "won" | 'lost "for now"' = deal.data.stage;
  const { items } = await deals.list({ where: ["stage", "eq", "won"], sort: ["amount:desc", "id:asc"], limit: 5 });
  const changed: DealRecord = await deals.update(items[0] ?? deal, { amount: null, tags: ["hot"] });
  const created = await deals.create({ title: "Roof", customer: "Acme", account: id, notes: { any: ["thing"] } });
  const dutch: AccountFilter = { and: [["country", "in", ["NL"]], { not: ["name", "starts_with", "A"] }] };
  const names: string[] = [];
  for await (const { data } of accounts.all({ where: dutch, fields: ["name"] })) names.push(data.name);
  for await (const { expanded } of deals.all({ where: ["account.country", "eq", null], expand: ["account"] })) {
    names.push(expanded.account?.data.name ?? "none");
  }
  const count: number | null = (await deals.get(id, { fields: ["amount"] })).data.amount;
  const sums = await deals.aggregate({
    where: {
      or: [
        ["closing", "between", ["2026-01-01", "2026-12-31"]],
        ["tags", "any_of", ["hot", "cold"]],
      ],
    },
    groupBy: ["stage", { field: "closing", by: "month" }],
    measures: { deals: ["count"], worth: ["sum", "amount"], last: ["max", "updated"] },
  });
  const [{ deals: many, worth } = { deals: 0, worth: null }] = sums.items;
  const rows: UpsertItem<AccountCreate, "code">[] = [{ code: 7, name: "Acme", country: null }];
  await accounts.upsert("code", rows);
  await accounts.batch([{ op: "upsert", match: { name: "Acme" }, ifMatch: "*", data: { country: "NL" } }]);
  const written = await deals.batch([
    { op: "create", data: { title: "Roof", customer: "1" } },
    { op: "update", id, ifMatch: deal.versionId, data: { title: "Wall" } },
  ]);
  for await (const { items, cursor } of deals.changes({ cursor: null, wait: 20, fields: ["title"] })) {
    for (const item of items) names.push(item.type === "removed" ? item.id : item.record.data.title, cursor);
  }
  for await (const change of deals.follow({ cursor: null, fields: ["title"] })) {
    if (change.type === "changed") names.push(change.record.data.title, change.cursor);
    else names.push(change.type === "reset" ? change.cursor : change.id);
  }
  await deals.updateWith(id, ({ data }) => (data.amount === null ? null : { amount: data.amount + 1 }));
  return [stage, changed, await deals.delete(created), count, many + 1, worth, written[0]?.error?.code, names];
}

export async function whatDoesNot(deal: DealRecord): Promise<void> {
  // @ts-expect-error: no such entity
  records.entity("contracts");
  // @ts-expect-error: no such field
  await deals.list({ where: ["name", "eq", "Roof"] });
  // @ts-expect-error: no such operator
  await deals.list({ where: ["title", "equals", "Roof"] });
  // @ts-expect-error: a value of another type
  await deals.list({ where: ["amount", "eq", "5"] });
  // @ts-expect-error: no such option
  await deals.list({ where: { and: [["stage", "in", ["won", "sold"]]] } });
  // @ts-expect-error: no such field one reference away
  await deals.list({ where: ["account.revenue", "eq", "1"] });
  // @ts-expect-error: a field without an order
  await deals.list({ sort: ["tags:asc"] });
  // @ts-expect-error: no such direction
  await deals.list({ sort: ["title:up"] });
  await deals.list({ sort: [{ field: "amount", direction: "desc" }, "id:asc"] });
  // @ts-expect-error: a field that was not asked for
  (await deals.list({ fields: ["title"] })).items[0]?.data.amount;
  // @ts-expect-error: nothing was expanded
  (await deals.get(deal.id)).expanded;
  // @ts-expect-error: a required field is missing
  await deals.create({ title: "Roof" });
  // @ts-expect-error: a field that the token cannot write
  await accounts.update(await accounts.get(deal.id), { revenue: "1.00" });
  // @ts-expect-error: a required field cannot be cleared
  await deals.update(deal, { title: null });
  // @ts-expect-error: no version
  await deals.update(deal.id, { title: "Wall" });
  // @ts-expect-error: a record of another entity
  await accounts.update(deal, { name: "Acme" });
  // @ts-expect-error: the token does not have the verb
  await records.entity("hand_goods").create({ name: "Chair" });
  await accounts.get({ code: 7 });
  await accounts.updateWith({ name: "Acme" }, () => null);
  await deals.create({ title: "Roof", customer: "1", account: { code: 7 } });
  await deals.update(deal, { account: { name: "Acme" } });
  // @ts-expect-error: no key
  await accounts.get({ country: "NL" });
  // @ts-expect-error: a key of another type
  await accounts.get({ code: "7" });
  // @ts-expect-error: no unique field
  await accounts.upsert("country", [{ name: "Acme" }]);
  await deals.upsert("title", [{ title: "Roof", customer: "1" }]);
  await deals.batch([{ op: "upsert", match: { title: "Roof" }, ifMatch: "*", data: { customer: "1" } }]);
  // @ts-expect-error: an item without its key
  await accounts.upsert("code", [{ name: "Acme" }]);
  // @ts-expect-error: an update without ifMatch
  await deals.batch([{ op: "update", id: deal.id, data: {} }]);
  // @ts-expect-error: no sum of texts
  await deals.aggregate({ measures: { sum: ["sum", "title"] } });
  // @ts-expect-error: it may be absent
  deal.data.customer.length;
}
