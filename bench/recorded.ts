/**
 * The statements that the service itself sends for a request, its authentication left out: what the floors run, so that
 * they do the same work without any check.
 */

import { answer } from "../lib/public-api/route";
import { pool } from "../lib/store/client";
import type { Dataset } from "./dataset";
import type { Request } from "./operations";

/** A value of a statement, or what stands for it: the id in the path, a fresh one, the version that the first step read. */
export type Value = { value: unknown } | { from: "path" | "fresh" | "version" };
export type Step = { name: string | undefined; text: string; values: Value[] };

/** More than a statement needs to be prepared. */
const REPEATS = 30;

type Query = { name?: string; text: string; values: unknown[] };

export async function recordSteps(request: Request, dataset: Dataset): Promise<Step[]> {
  for (let turn = 1; turn < REPEATS; turn += 1) await ask(request, dataset.token);
  const { queries, rows } = await watched(() => ask(request, dataset.token));
  const version = (rows[0]?.[0] as unknown[] | undefined)?.[1];
  const inPath = request.path.split("/").at(-1);
  return queries.map(({ name, text, values }, index) => ({
    name,
    text,
    values: values.map((value) => {
      if (value === inPath) return { from: "path" };
      if (index > 0 && value === version) return { from: "version" };
      return isRecordId(value) && request.method === "POST" && value !== dataset.entity.id && isNew(value, dataset)
        ? { from: "fresh" }
        : { value };
    }),
  }));
}

async function ask({ method, path, body }: Request, token: string): Promise<void> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "if-match": "*",
  };
  const reply = await answer({
    method,
    target: `/api/v1${path}`,
    header: (name) => headers[name] ?? null,
    address: "127.0.0.1",
    readBody: async () => Buffer.from(JSON.stringify(body ?? {})),
  });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`);
}

async function watched(work: () => Promise<void>): Promise<{ queries: Query[]; rows: unknown[][] }> {
  const queries: Query[] = [];
  const rows: unknown[][] = [];
  const original = pool().query.bind(pool());
  const watch = async (query: Query) => {
    const result = (await original(query)) as unknown as { rows: unknown[] };
    if (query.text.includes("record_partitions")) {
      queries.push(query);
      rows.push(result.rows);
    }
    return result;
  };
  Object.assign(pool(), { query: watch });
  try {
    await work();
  } finally {
    Object.assign(pool(), { query: original });
  }
  return { queries, rows };
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
