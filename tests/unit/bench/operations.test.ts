/** The benchmark asks what it says, on a dataset of its own, and its floors run what the service asked. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "../../../lib/process/env";
import { table } from "../../../lib/store/records/partition-plan";
import { ask } from "../../../scripts/bench/ask";
import { withClient } from "../../../scripts/bench/database";
import { type Dataset, openDataset } from "../../../scripts/bench/dataset";
import { OPERATIONS, type Operation, requestsOf } from "../../../scripts/bench/operations";

const RECORDS = 400;
let dataset: Dataset;

beforeAll(async () => {
  env().APP_SECRET ??= "a secret of the benchmark, of no use elsewhere";
  dataset = await openDataset(RECORDS);
});
afterAll(() => dataset.close());

/** A record, so many, or as many as PostgreSQL counts of the deals. */
const GIVES: Record<Exclude<Operation, "refused">, number | string> = {
  read: "one",
  list: 100,
  filter: "data->>'stage' = 'won' AND (data->>'amount')::numeric > 50000",
  deep: 100,
  search: "search_text LIKE '%company%' AND search_text LIKE '%42%'",
  expand: 100,
  count: 6,
  poll: 0,
  create: "one",
  batch: 500,
  update: "one",
  me: "one",
  discovery: "one",
};

const rowsOf = (condition: string, columns: string) =>
  withClient(dataset.url, async (client) => {
    const { rows } = await client.query(`SELECT ${columns} FROM ${table(dataset.entity.id)} WHERE ${condition}`);
    return rows;
  });

test.each(Object.entries(GIVES))("%s gives what it should", async (operation, count) => {
  const [request] = await requestsOf(operation as Operation, dataset, 100);
  if (request === undefined) throw new Error(`${operation} has no request.`);
  const { data } = JSON.parse(await ask(request, dataset.token));
  const found = data.items ?? data.results ?? (Array.isArray(data) ? data : "one");
  const expected = typeof count === "string" && count !== "one" ? (await rowsOf(count, "")).length : count;
  expect(found === "one" ? found : found.length).toBe(expected);
});

test("names each operation", () => {
  expect(Object.keys(GIVES).sort()).toEqual(OPERATIONS.filter((operation) => operation !== "refused").sort());
});
