/** The operations to measure, each as the requests that are sent for it. */
import { derivedKey } from "../../lib/crypto/derived-key";
import { writeCursor } from "../../lib/query/page/cursor";
import { callerResolver, planSort } from "../../lib/query/plan";
import { table } from "../../lib/store/records/partition-plan";
import { ask } from "./ask";
import { withClient } from "./database";
import type { Dataset } from "./dataset";
import { CHANGED_DAY, type Request } from "./requests";

export const OPERATIONS = [
  "read",
  "list",
  "filter",
  "deep",
  "search",
  "expand",
  "count",
  "poll",
  "create",
  "batch",
  "update",
  "me",
  "discovery",
  "refused",
] as const;
export type Operation = (typeof OPERATIONS)[number];

const DEALS = "/entities/deals/records";
const FEED = "/entities/deals/changes";

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

export const BATCH = 500;
const COUNT = { groupBy: ["stage"], measures: { deals: ["count"] } };
const CREATE = { op: "create", data: DEAL };

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
    case "expand":
      return [{ method: "GET", path: `${DEALS}?limit=100&expand=account` }];
    case "count":
      return [{ method: "POST", path: `${DEALS}/aggregate`, body: COUNT }];
    case "poll":
      return [await pollFromNow(dataset)];
    case "batch":
      return [{ method: "POST", path: `${DEALS}/batch`, body: { operations: Array(BATCH).fill(CREATE) } }];
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

/** Polls a feed without changes since. */
async function pollFromNow({ token }: Dataset): Promise<Request> {
  const { data } = JSON.parse(await ask({ method: "GET", path: FEED }, token));
  return { method: "GET", path: `${FEED}?cursor=${data.nextCursor}` };
}

/** The page after that many records. */
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
