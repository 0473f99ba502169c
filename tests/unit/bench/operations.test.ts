/** The benchmark asks what it says, on a dataset of its own, and its floors run what the service asked. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "../../../lib/process/env";
import { table } from "../../../lib/store/records/partition-plan";
import { ask } from "../../../scripts/bench/ask";
import { withClient } from "../../../scripts/bench/database";
import { type Dataset, openDataset } from "../../../scripts/bench/dataset";
import { countBuffers } from "../../../scripts/bench/growth/buffers";
import { recordsWorld } from "../../../scripts/bench/growth/records";
import { OPERATIONS, type Operation, requestsOf } from "../../../scripts/bench/operations";
import { floorPath, type Recorded, recordSteps } from "../../../scripts/bench/recorded";
import type { Request } from "../../../scripts/bench/requests";
import { freePort } from "../../support/free-port";
import { temporaryFolder } from "../../support/temporary-folder";

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

test("a floor runs what the service asked of the records", async () => {
  const folder = temporaryFolder();
  const steps: Recorded = {};
  const requests = new Map<Operation, Request[]>();
  for (const operation of ["read", "expand", "create", "update"] as const) {
    requests.set(operation, (await requestsOf(operation, dataset, 100)).slice(0, 3));
    Object.assign(steps, await recordSteps(operation, requests.get(operation) ?? [], dataset));
  }
  const file = path.join(folder.path, "steps.json");
  writeFileSync(file, JSON.stringify(steps));
  const port = await freePort();
  const floor = spawn(process.execPath, ["scripts/bench/floors/node.mjs"], {
    env: { ...process.env, DATABASE_URL: dataset.url, BENCH_STEPS: file, PORT: String(port) },
  });
  const run = async (path: string) => (await fetch(`http://127.0.0.1:${port}/op/${path}`)).text();
  const ask = (operation: Operation, place = 0) => {
    const request = requests.get(operation)?.[place];
    if (request === undefined) throw new Error(`${operation} has no such request.`);
    return run(floorPath(operation, request));
  };
  const lastWrittenOf = async (place: number) => {
    const [stored] = await rowsOf(`id = '${dataset.recordIds[place]}'`, "version, data->>'title' AS title");
    return stored;
  };
  try {
    await vi.waitFor(() => ask("read"), { timeout: 10_000, interval: 50 });
    for (const place of [0, 2]) {
      const id = dataset.recordIds[place];
      expect(JSON.parse(await ask("read", place)).data[0].id).toBe(id);
      const before = await lastWrittenOf(place);
      expect(await ask("update", place)).toBe(`{"data":[${id}]}`);
      const after = await lastWrittenOf(place);
      expect(after.version).not.toBe(before.version);
      expect(after.title).toBe(before.title);
    }
    expect(await ask("create")).not.toBe('{"data":[]}');
    // What the service takes apart into a hundred records.
    expect((await ask("expand")).length).toBeGreaterThan(10_000);
  } finally {
    floor.kill();
    folder.remove();
  }
});

test("counts the pages that each read of growth touches, under the plan that the service asks for", async () => {
  const world = await recordsWorld(dataset, RECORDS);
  const counts = await countBuffers(world);
  expect([...counts.keys()]).toEqual([...world.calls.keys()].filter((name) => name !== "create" && name !== "update"));
  expect(Math.min(...counts.values())).toBeGreaterThan(0);
});

test("names each operation", () => {
  expect(Object.keys(GIVES).sort()).toEqual(OPERATIONS.filter((operation) => operation !== "refused").sort());
});
