/** Sends writes with a key or a version, so that each is done once however often it arrives, and batches in chunks. */
import { RecordsError } from "./errors.js";
import { sleep } from "./pace.js";
import { queryString } from "./query-string.js";
import type { CallOptions, Request, Target } from "./send.js";
import type { EntityTypes, Operation, OperationResult, Versioned } from "./types.js";

/** `dryRun`: checks everything and writes nothing. */
export type WriteOptions = CallOptions & { dryRun?: boolean };
/** `idempotencyKey`: with a key of your own, a later run can repeat the request, for 24 hours. */
export type CreateOptions = WriteOptions & { idempotencyKey?: string };
export type ChunkOptions = CreateOptions & {
  /** How many operations a request has: 500 at most. Choose fewer if records are large: a body can have 4 MiB. */
  chunk?: number;
};
export type BatchOptions = ChunkOptions & {
  /** True: either all are written or none. Default: true. At most 500 operations can be atomic. */
  atomic?: boolean;
};

const LARGEST_BATCH = 500;
/** How many operations of a batch count as one request. */
const OPERATIONS_OF_REQUEST = 50;
/** Another writer was faster each time. After this many failures there must be a different cause. */
const TRIES_OF_UPDATE = 100;
/** The pauses between attempts are random, so that writers that collided do not collide again. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

/** `record`: an id, or a key such as `{ code: "NL" }`. Checked, because without types `undefined` would become an id. */
export function recordPath(
  { path }: Target,
  record: string | object,
  parameters: Parameters<typeof queryString>[0] = {},
): string {
  if (typeof record === "string" && record !== "")
    return `${path}/records/${encodeURIComponent(record)}${queryString(parameters)}`;
  const [[by, value] = ["", ""], ...others] = Object.entries(record ?? {});
  const isKey = (typeof value === "string" || typeof value === "number") && others.length === 0;
  // A path without its last segment, or with one less, would address something else.
  if (!isKey || ["", ".", ".."].includes(String(value)))
    throw new TypeError(
      'A record is named by its id, or by one key: { code: "NL" }. It is missing, or cannot be in a path.',
    );
  return `${path}/records/${encodeURIComponent(value)}${queryString({ by, ...parameters })}`;
}

/** A write carries an idempotency key, so the service writes once, however often the request arrives. */
export function post<Data>(
  { send, path }: Target,
  ownPath: string,
  body: unknown,
  { idempotencyKey, ...call }: CreateOptions & Pick<Request, "cost">,
): Promise<Data> {
  const request = { ...written(call, `${path}${ownPath}`), method: "POST", body } as const;
  if (!request.isWrite) return send(request);
  return send({ ...request, headers: { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } });
}

export function written({ dryRun, ...call }: WriteOptions, path: string) {
  return { ...call, path: dryRun ? `${path}?dryRun=true` : path, isWrite: dryRun !== true };
}

/** The service refuses the write if the record or webhook has changed since it was read. */
export function versioned(
  read: { id: string; versionId: string },
  what: "record" | "webhook",
  pathOf: (id: string) => string,
  options: WriteOptions,
) {
  const { id, versionId } = read ?? {};
  if (typeof versionId !== "string")
    throw new TypeError(`An update or a delete takes the ${what} as you have read it, with its id and versionId.`);
  return { ...written(options, pathOf(id)), headers: { "if-match": `"${versionId}"` } };
}

/** A value that is not an array has no length, so it would silently write nothing. */
export function requireList(list: unknown): void {
  if (!Array.isArray(list)) throw new TypeError("What is to be written is a list, also where it is one.");
}

type Results<T extends EntityTypes> = { results: OperationResult<T>[] };

export async function writeBatch<T extends EntityTypes>(
  target: Target,
  operations: readonly Operation<T>[],
  { atomic = true, chunk = LARGEST_BATCH, idempotencyKey, ...call }: BatchOptions,
): Promise<OperationResult<T>[]> {
  requireList(operations);
  if (atomic && operations.length > chunk) {
    throw new TypeError(
      `All or none of ${operations.length} operations is more than a request can have: ${chunk}. Give atomic: false.`,
    );
  }
  const results: OperationResult<T>[] = [];
  for (let from = 0; from < operations.length; from += chunk) {
    const part = operations.slice(from, from + chunk);
    const ownKey = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${from}` };
    const cost = Math.ceil(part.length / OPERATIONS_OF_REQUEST);
    const body = { operations: part, atomic };
    const page = await post<Results<T>>(target, "/records/batch", body, { ...call, ...ownKey, cost });
    results.push(...page.results);
  }
  return results;
}

/** Reads and decides again each time another writer was faster. */
export async function updateUntilWritten<T extends EntityTypes>(
  target: Target,
  read: () => Promise<T["record"] & Versioned<T>>,
  decide: (record: T["record"]) => T["update"] | null | Promise<T["update"] | null>,
  options: WriteOptions,
): Promise<T["record"]> {
  for (let tries = 1; ; tries += 1) {
    const record = await read();
    const data = await decide(record);
    if (data === null) return record;
    const operation = { op: "update", id: record.id, ifMatch: record.versionId, data };
    try {
      // A batch of one, because its idempotency key shows after a lost response whether it was done.
      const body = { operations: [operation], return: "representation" };
      const { results } = await post<Results<T>>(target, "/records/batch", body, options);
      // A repeated response contains no records.
      return results[0]?.record ?? (await read());
    } catch (error) {
      const isOver = tries === TRIES_OF_UPDATE;
      if (isOver || !(error instanceof RecordsError && error.code === "PRECONDITION_FAILED")) throw error;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), options.signal);
    }
  }
}
