/** More and more records of one entity. */

import type { JsonValue } from "../../../lib/model";
import { ABSENT_WORD, COMMON_WORD, type Dataset, openDataset, RARE_WORD, SELDOM_WORD } from "../dataset";
import { pageAt, requestsOf } from "../operations";
import type { Request } from "../requests";
import type { World } from "./worlds";

const DEEPEST = 1_000_000;
const PAGE = 100;

export async function openRecordsWorld(records: number): Promise<World> {
  return recordsWorld(await openDataset(records), records);
}

export async function recordsWorld(dataset: Dataset, records: number): Promise<World> {
  return {
    name: `${records.toLocaleString("en")} records`,
    database: dataset,
    token: dataset.token,
    calls: await callsOf(dataset, Math.min(DEEPEST, records - PAGE)),
  };
}

async function callsOf(dataset: Dataset, depth: number): Promise<Map<string, Request[]>> {
  const of = (operation: "read" | "list" | "create" | "update") => requestsOf(operation, dataset, depth);
  return new Map([
    ["read", await of("read")],
    ["list", await of("list")],
    ["page at the greatest depth", [await pageAt(dataset, depth)]],
    ["filter: one value of 6", [query([["stage", "eq", "won"]])]],
    ["filter: one value of 1,000", [query([["closeDate", "eq", "2026-03-01"]])]],
    ["filter and sort by one field", [query([["amount", "lt", 50_000]], "amount", "desc")]],
    [
      "filter by one, sort by another",
      [
        query(
          [
            ["stage", "eq", "won"],
            ["amount", "gt", 50_000],
          ],
          "amount",
          "asc",
        ),
      ],
    ],
    ["sort ascending", [query([], "amount", "asc")]],
    ["sort descending", [query([], "closeDate", "desc")]],
    ["search: 6 of 100 records", [search(COMMON_WORD)]],
    ["search: 1 of 1,000 records", [search(SELDOM_WORD)]],
    ["search: 20 records", [search(RARE_WORD)]],
    ["search: none", [search(ABSENT_WORD)]],
    ["create", await of("create")],
    ["update", await of("update")],
  ]);
}

function query(conditions: JsonValue[], field?: string, direction?: "asc" | "desc"): Request {
  const where = conditions.length === 0 ? {} : { where: { and: conditions } };
  const sort = field === undefined ? {} : { sort: [{ field, direction }] };
  return { method: "POST", path: "/entities/deals/records/query", body: { ...where, ...sort, limit: PAGE } };
}

function search(words: string): Request {
  return { method: "GET", path: `/entities/deals/records?limit=${PAGE}&search=${encodeURIComponent(words)}` };
}
