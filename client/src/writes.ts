/** How writes are sent: under a key or a version, so that each is done once however often it arrives; batches in chunks. */
import { RecordsError } from "./errors.js";
import { sleep } from "./pace.js";
import type { CallOptions, Request, Send } from "./send.js";
import type { EntityTypes, Operation, OperationResult, Versioned } from "./types.js";

/** `dryRun`: everything is asked, and nothing is written. */
export type WriteOptions = CallOptions & { dryRun?: boolean };
/** `idempotencyKey`: one of your own lets another run repeat the request, for 24 hours. */
export type CreateOptions = WriteOptions & { idempotencyKey?: string };
export type ChunkOptions = CreateOptions & {
  /** How many operations a request has: 500 at most. Fewer where records are large; a body can have 4 MiB. */
  chunk?: number;
};
export type BatchOptions = ChunkOptions & {
  /** Whether all are written or none: true without it. Only up to 500 operations can be. */
  atomic?: boolean;
};

/** One entity of the service. */
export type Target = { send: Send; path: string };

const LARGEST_BATCH = 500;
/** So many operations of a batch count as one request. */
const OPERATIONS_OF_REQUEST = 50;
/** Each time somebody else was faster: whoever fails so often meets more than other writers. */
const TRIES_OF_UPDATE = 100;
/** Between two of them, so that those who met do not meet again. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

/** Types say the same; without them `undefined` would be an id that no record has. */
export function recordPath({ path }: Target, id: string): string {
  if (typeof id !== "string" || id === "") throw new TypeError("The id of a record is a text. It is missing.");
  return `${path}/records/${encodeURIComponent(id)}`;
}

/** A write carries a key under which the service writes once, however often it arrives. */
export function post<Data>(
  { send, path }: Target,
  ownPath: string,
  body: unknown,
  options: CreateOptions & Pick<Request, "isWrite" | "cost">,
): Promise<Data> {
  const { dryRun, idempotencyKey, isWrite, ...call } = options;
  const commits = isWrite === true && dryRun !== true;
  return send({
    ...call,
    method: "POST",
    path: `${path}${ownPath}${dryRun ? "?dryRun=true" : ""}`,
    body,
    isWrite: commits,
    ...(commits ? { headers: { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } } : {}),
  });
}

/** Of a record that is still at the version that was read. */
export async function writeVersion<T extends EntityTypes, Data>(
  target: Target,
  method: "PATCH" | "DELETE",
  record: Versioned<T>,
  { dryRun, ...call }: WriteOptions,
  body?: unknown,
): Promise<Data> {
  const { id, versionId } = record ?? {};
  if (typeof versionId !== "string")
    throw new TypeError("An update or a delete takes the record as you have read it, with its id and versionId.");
  return target.send({
    ...call,
    method,
    path: `${recordPath(target, id)}${dryRun ? "?dryRun=true" : ""}`,
    body,
    isWrite: dryRun !== true,
    headers: { "if-match": `"${versionId}"` },
  });
}

/** What is no list has no length, and nothing of it would be written. */
export function requireList(list: unknown): void {
  if (!Array.isArray(list)) throw new TypeError("What is to be written is a list, also where it is one.");
}

/** A request for each chunk. */
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
    const page = await post<{ results: OperationResult<T>[] }>(
      target,
      "/records/batch",
      { operations: part, atomic },
      {
        ...call,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${from}` }),
        isWrite: true,
        cost: Math.ceil(part.length / OPERATIONS_OF_REQUEST),
      },
    );
    results.push(...page.results);
  }
  return results;
}

/** Read and decided anew each time that somebody else was faster. */
export async function updateUntilWritten<T extends EntityTypes>(
  target: Target,
  read: (options: CallOptions) => Promise<T["record"] & Versioned<T>>,
  decide: (record: T["record"]) => T["update"] | null | Promise<T["update"] | null>,
  options: WriteOptions,
): Promise<T["record"]> {
  const { signal, timeout } = options;
  const readRecord = () => read({ signal, timeout });
  for (let tries = 1; ; tries += 1) {
    const record = await readRecord();
    const changes = await decide(record);
    if (changes === null) return record;
    try {
      // A repetition has no records.
      return (await updateOnce(target, record, changes, options)) ?? (await readRecord());
    } catch (error) {
      const isOver = tries === TRIES_OF_UPDATE;
      if (isOver || !(error instanceof RecordsError && error.code === "PRECONDITION_FAILED")) throw error;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), signal);
    }
  }
}

/** A batch of one: its key tells after a lost response whether it was done. */
async function updateOnce<T extends EntityTypes>(
  target: Target,
  { id, versionId: ifMatch }: Versioned<T>,
  data: T["update"],
  options: WriteOptions,
): Promise<T["record"] | undefined> {
  const { results } = await post<{ results: OperationResult<T>[] }>(
    target,
    "/records/batch",
    { operations: [{ op: "update", id, ifMatch, data }], return: "representation" },
    { ...options, isWrite: true },
  );
  return results[0]?.record;
}
