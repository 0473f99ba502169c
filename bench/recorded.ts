/**
 * The statements that the service itself sends for a request, its authentication left out: what the floors run, so that
 * they do the same work without any check.
 */

import { handleRequest } from "../lib/public-api/handle-request";
import { pool } from "../lib/store/client";
import { recordLane } from "../lib/store/lane";
import { SCHEMA } from "../lib/store/partition-plan";
import type { Database } from "../lib/store/statement";
import type { Dataset } from "./dataset";
import { CHANGED_DAY, DAY, type Request } from "./operations";

/**
 * A value of a statement, or what stands for it: the id in the path, a fresh one, the version that the first step read, a
 * text with another day each time.
 */
export type Value = { value: unknown } | { from: "path" | "fresh" | "version" } | { from: "day"; text: string };
export type Step = { name: string | undefined; text: string; values: Value[] };

/** The day that the last recording changes to. */
const RECORDED_DAY = CHANGED_DAY.replace(DAY, "10");
/** More than a statement needs to be prepared. */
const REPEATS = 30;

export type Query = { name?: string; text: string; values: unknown[] };

/** What the service asks of the records for a request. */
export async function queriesOf(request: Request, token: string): Promise<Query[]> {
  return (await watched(() => ask(request, token))).queries;
}

export async function recordSteps(request: Request, dataset: Dataset): Promise<Step[]> {
  for (let turn = 1; turn < REPEATS; turn += 1) await ask(request, dataset.token, turn);
  const { queries, rows } = await watched(() => ask(request, dataset.token));
  const version = (rows[0]?.[0] as unknown[] | undefined)?.[1];
  const inPath = request.path.split("/").at(-1);
  const hasChanged = request.method === "PATCH";
  return queries.map(({ name, text, values }, index) => ({
    name,
    text,
    values: values.map((value) => {
      if (value === inPath) return { from: "path" };
      if (index > 0 && value === version) return { from: "version" };
      if (hasChanged && typeof value === "string" && value.includes(RECORDED_DAY))
        return { from: "day", text: value.replace(RECORDED_DAY, CHANGED_DAY) };
      return isRecordId(value) && request.method === "POST" && value !== dataset.entity.id && isNew(value, dataset)
        ? { from: "fresh" }
        : { value };
    }),
  }));
}

/** `turn`: so that a change is one each time. */
async function ask({ method, path, body }: Request, token: string, turn = 0): Promise<void> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "if-match": "*",
  };
  const response = await handleRequest({
    method,
    target: `/api/v1${path}`,
    header: (name) => headers[name] ?? null,
    address: "127.0.0.1",
    signal: () => new AbortController().signal,
    malformed: null,
    readBody: async (into) => into.take(Buffer.from(JSON.stringify(body ?? {}).replace(DAY, String(10 + (turn % 19))))),
  });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body}`);
}

async function watched(work: () => Promise<void>): Promise<{ queries: Query[]; rows: unknown[][] }> {
  const asked = new Map<Query, unknown[]>();
  const ways: Database[] = [pool(), recordLane];
  const originals = ways.map((way) => way.query);
  for (const way of ways) {
    const original = way.query.bind(way);
    way.query = async (query) => {
      const rows = (await original(query)) as unknown[][];
      // One that a lane hands to the pool comes by twice, and is the same object.
      if (query.text.includes(SCHEMA)) asked.set(query, rows);
      return rows;
    };
  }
  try {
    await work();
  } finally {
    for (const [index, way] of ways.entries()) way.query = originals[index] ?? way.query;
  }
  return { queries: [...asked.keys()], rows: [...asked.values()] };
}

function isRecordId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value);
}

/** The one id of a create that the dataset does not know: its member and its entity are older. */
function isNew(id: string, { configuration }: Dataset): boolean {
  return (
    id > configuration.organizationId && Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) < 1_000
  );
}
