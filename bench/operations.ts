/** What is measured: each operation as the requests that are sent for it. */
import { derivedKey } from "../lib/crypto/derived-key";
import { writeCursor } from "../lib/query/page/cursor";
import { callerResolver, planSort } from "../lib/query/plan";
import { table } from "../lib/store/records/partition-plan";
import { withClient } from "./database";
import type { Dataset } from "./dataset";

export const OPERATIONS = [
  "read",
  "list",
  "filter",
  "deep",
  "search",
  "create",
  "update",
  "me",
  "discovery",
  "refused",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** `etag`: sends the tag that the record's last answer had, `*` before there is one. */
export type Request = { method: string; path: string; body?: unknown; etag?: true };

/** Stands for a day that is another one each time: a change that changes nothing is not written. */
export const DAY = "DD";
export const CHANGED_DAY = `2026-03-${DAY}`;

const DEALS = "/entities/deals/records";

export const DEAL = {
  title: "A new deal",
  company: "Company 17",
  stage: "lead",
  amount: 1250.5,
  closeDate: "2026-03-01",
  ownerEmail: "owner7@bench.test",
  probability: 40,
  notes: "Something that somebody wrote about it, in a sentence or two. ".repeat(3),
  archived: false,
};

/** `depth`: how many records lie before the deep page. */
export async function requestsOf(operation: Operation, dataset: Dataset, depth: number): Promise<Request[]> {
  const records = dataset.recordIds.map((id) => `${DEALS}/${id}`);
  switch (operation) {
    case "read":
      return records.map((path) => ({ method: "GET", path }));
    case "list":
      return [{ method: "GET", path: `${DEALS}?limit=100` }];
    case "filter":
      return [{ method: "POST", path: `${DEALS}/query`, body: FILTER }];
    case "deep":
      return [await pageAt(dataset, depth)];
    case "search":
      return [{ method: "GET", path: `${DEALS}?limit=100&search=company+42` }];
    case "create":
      return [{ method: "POST", path: DEALS, body: { data: DEAL } }];
    case "update":
      return records.map((path) => ({
        method: "PATCH",
        path,
        body: { data: { closeDate: CHANGED_DAY } },
        etag: true,
      }));
    case "me":
    case "refused":
      return [{ method: "GET", path: "/me" }];
    case "discovery":
      return [{ method: "GET", path: "/entities/deals" }];
  }
}

const FILTER = {
  where: {
    and: [
      ["stage", "eq", "won"],
      ["amount", "gt", 50_000],
    ],
  },
  sort: [{ field: "amount", direction: "desc" }],
  limit: 100,
};

/** The page behind so many records. */
export async function pageAt({ url, configuration, entity }: Dataset, depth: number): Promise<Request> {
  const [last] = await withClient(url, async (client) => {
    const order = `SELECT created, id FROM ${table(entity.id)} ORDER BY created DESC, id DESC OFFSET $1 LIMIT 1`;
    return (await client.query(`SELECT created::text, id::text FROM (${order}) last`, [depth - 1])).rows;
  });
  const sort = planSort([{ field: "created", direction: "desc" }], callerResolver(entity.fields));
  const logical = { organizationId: configuration.organizationId, entityId: entity.id, where: null, sort, words: [] };
  const cursor = writeCursor([last.created, last.id], logical, derivedKey("cursor"));
  return { method: "GET", path: `${DEALS}?limit=100&cursor=${cursor}` };
}
