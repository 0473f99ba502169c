/**
 * The statements that the service itself sends for a request, its authentication left out: what the floors run, so that
 * they do the same work without any check.
 */
import { Connection } from "../../lib/postgres/connection";
import type { PlanMode } from "../../lib/postgres/prepared";
import { SCHEMA } from "../../lib/store/records/partition-plan";
import { ask } from "./ask";
import type { Dataset } from "./dataset";
import type { Operation } from "./operations";
import { CHANGED_DAY, DAY, type Request } from "./requests";

/**
 * A value of a statement, or a placeholder for it: a fresh id, the version that stands in this column of what the first step
 * read, a text with another day each time.
 */
export type Value =
  | { value: unknown }
  | { from: "fresh" }
  | { from: "version"; column: number }
  | { from: "day"; text: string };
export type Step = { name: string | undefined; mode: PlanMode; text: string; values: Value[] };

/** The day that the last recording changes to. */
const RECORDED_DAY = CHANGED_DAY.replace(DAY, "10");
/** More than a statement needs to be prepared. */
const REPEATS = 30;

export type Query = { name?: string | undefined; mode: PlanMode; text: string; values: unknown[] };

/** The statements on records that the service sends for a request. */
export async function queriesOf(request: Request, token: string): Promise<Query[]> {
  return (await watched(() => ask(request, token))).queries;
}

/** The statements that a floor runs, keyed by `floorPath`. */
export type Recorded = Record<string, Step[]>;

/** The end of the address at which a floor does the same as the service. */
export function floorPath(operation: Operation, { path }: Request): string {
  return `${operation}/${path.split("/").at(-1)?.split("?")[0]}`;
}

export async function recordSteps(operation: Operation, requests: Request[], dataset: Dataset): Promise<Recorded> {
  const [first] = requests;
  for (let turn = 1; turn < REPEATS && first !== undefined; turn += 1) await ask(first, dataset.token, turn);
  const recorded: Recorded = {};
  for (const request of requests) recorded[floorPath(operation, request)] = await stepsOf(request, dataset);
  return recorded;
}

async function stepsOf(request: Request, dataset: Dataset): Promise<Step[]> {
  const { queries, rows } = await watched(() => ask(request, dataset.token));
  const [read = {}] = rows;
  const column = Object.keys(read).indexOf("version");
  const hasChanged = request.method === "PATCH";
  return queries.map(({ name, mode, text, values }, index) => ({
    name,
    mode,
    text,
    values: values.map((value) => {
      if (index > 0 && value === read.version) return { from: "version", column };
      if (hasChanged && typeof value === "string" && value.includes(RECORDED_DAY))
        return { from: "day", text: value.replace(RECORDED_DAY, CHANGED_DAY) };
      return isRecordId(value) && request.method === "POST" && value !== dataset.entity.id && isNew(value, dataset)
        ? { from: "fresh" }
        : { value };
    }),
  }));
}

async function watched(work: () => Promise<unknown>): Promise<{ queries: Query[]; rows: Record<string, unknown>[] }> {
  const asked: Query[] = [];
  const rows: Record<string, unknown>[] = [];
  const { send } = Connection.prototype;
  Connection.prototype.send = async function (this: Connection, query) {
    const found = await send.call(this, query);
    if (query.text.includes(SCHEMA)) {
      asked.push({ ...query, mode: this.mode });
      rows.push({ ...found[0] });
    }
    return found;
  };
  try {
    await work();
  } finally {
    Connection.prototype.send = send;
  }
  return { queries: asked, rows };
}

function isRecordId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value);
}

/** True for the id that a create makes: the ids of its member and entity are older. */
function isNew(id: string, { configuration }: Dataset): boolean {
  return (
    id > configuration.organizationId && Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) < 1_000
  );
}
