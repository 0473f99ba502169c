/** What can be done with the records of one entity. Every method is one request, but for those that say how many. */
import { RecordsError } from "./errors.js";
import { type Feed, type FeedOptions, followChanges, followFromList } from "./feed.js";
import { sleep } from "./pace.js";
import { queryString } from "./query-string.js";
import type { CallOptions, Request, Send } from "./send.js";
import type {
  Aggregate,
  AggregateQuery,
  Changes,
  Deleted,
  EntityDescription,
  EntityTypes,
  ExpandOf,
  FieldOf,
  Measures,
  MirrorStep,
  Operation,
  OperationResult,
  Page,
  Query,
  Shown,
  Versioned,
} from "./types.js";

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

const LARGEST_PAGE = 500;
const LARGEST_BATCH = 500;
/** So many operations of a batch count as one request. */
const OPERATIONS_OF_REQUEST = 50;
/** Each time somebody else was faster: whoever fails so often meets more than other writers. */
const TRIES_OF_UPDATE = 100;
/** Between two of them, so that those who met do not meet again. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

export class Entity<T extends EntityTypes> {
  readonly #path: string;
  readonly #send: Send;

  constructor(
    readonly key: string,
    send: Send,
  ) {
    this.#path = `/entities/${encodeURIComponent(key)}`;
    this.#send = send;
  }

  /** Fields, types and permissions, as far as the token goes. */
  describe(options: CallOptions = {}): Promise<EntityDescription> {
    return this.#send({ ...options, method: "GET", path: this.#path });
  }

  /** One page. */
  list<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    query: Query<T, F, E> & CallOptions = {},
  ): Promise<Page<Shown<T, F, E>>> {
    const { signal, timeout, sort, ...rest } = query;
    const order = sort?.map((item) => {
      if (typeof item !== "string") return item;
      const [field, direction] = item.split(":");
      return { field, direction };
    });
    return this.#post("/records/query", { ...rest, sort: order }, { signal, timeout });
  }

  /** All of them, page by page: one request for 500. */
  async *all<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    query: Query<T, F, E> & CallOptions = {},
  ): AsyncGenerator<Shown<T, F, E>, void, undefined> {
    let cursor = query.cursor ?? null;
    do {
      const page = await this.list<F, E>({ limit: LARGEST_PAGE, ...query, cursor });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  get<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    id: string,
    { fields, expand, ...options }: Pick<Query<T, F, E>, "fields" | "expand"> & CallOptions = {},
  ): Promise<Shown<T, F, E>> {
    const path = `${this.#pathOf(id)}${queryString({ fields, expand })}`;
    return this.#send({ ...options, method: "GET", path });
  }

  create(data: T["create"], options: CreateOptions = {}): Promise<T["record"]> {
    return this.#post("/records", { data }, { ...options, isWrite: true });
  }

  /**
   * Changes the fields that `changes` names, if the record is still at the version that you have read. Else it throws
   * PRECONDITION_FAILED: read again and decide again, or leave that to `updateWith`.
   */
  update(record: Versioned<T>, changes: T["update"], options: WriteOptions = {}): Promise<T["record"]> {
    return this.#write("PATCH", record, options, { data: changes });
  }

  /**
   * Reads, asks what is to change, and writes, as often as somebody else is faster: no update is lost, and none is done twice.
   * null changes nothing. Two requests, and two more for each time.
   */
  async updateWith(
    id: string,
    decide: (record: T["record"]) => T["update"] | null | Promise<T["update"] | null>,
    options: WriteOptions = {},
  ): Promise<T["record"]> {
    const { signal, timeout } = options;
    for (let tries = 1; ; tries += 1) {
      const record: T["record"] = await this.get(id, { signal, timeout });
      const changes = await decide(record);
      if (changes === null) return record;
      try {
        return await this.#updateOnce(record, changes, options);
      } catch (error) {
        const isOver = tries === TRIES_OF_UPDATE;
        if (isOver || !(error instanceof RecordsError && error.code === "PRECONDITION_FAILED")) throw error;
        await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), signal);
      }
    }
  }

  delete(record: Versioned<T>, options: WriteOptions = {}): Promise<Deleted> {
    return this.#write("DELETE", record, options);
  }

  /**
   * Up to 500 operations in one request, all or none. With `atomic: false` any number, a request for each 500, and each
   * operation is written or refused by itself: `results[i].error`.
   */
  async batch(operations: readonly Operation<T>[], options: BatchOptions = {}): Promise<OperationResult<T>[]> {
    const { atomic = true, chunk = LARGEST_BATCH, idempotencyKey, ...call } = options;
    if (atomic && operations.length > chunk) {
      throw new TypeError(
        `All or none of ${operations.length} operations is more than a request can have: ${chunk}. Give atomic: false.`,
      );
    }
    const results: OperationResult<T>[] = [];
    for (let from = 0; from < operations.length; from += chunk) {
      const part = operations.slice(from, from + chunk);
      const page = await this.#post<{ results: OperationResult<T>[] }>(
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

  /**
   * Creates what is not there and updates what is, by the value of a unique field. A request for each 500, and each item is
   * written or refused by itself.
   */
  upsert<Field extends T["unique"] & keyof T["create"]>(
    match: Field,
    items: readonly (T["create"] & { [Key in Field]-?: NonNullable<T["create"][Key]> })[],
    options: ChunkOptions = {},
  ): Promise<OperationResult<T>[]> {
    const operations = items.map((item) => {
      const { [match]: value, ...data } = item as { [field: string]: unknown };
      return { op: "upsert", match: { [match]: value }, ifMatch: "*", data } as unknown as Operation<T>;
    });
    return this.batch(operations, { ...options, atomic: false });
  }

  /** Counts, sums and more, by group: the largest 1,000. */
  aggregate<M extends Measures<T>>(query: AggregateQuery<T, M> & CallOptions): Promise<Aggregate<M>> {
    const { signal, timeout, ...body } = query;
    return this.#post("/records/aggregate", body, { signal, timeout });
  }

  /** The feed of changes since a cursor, a request for each step. After `reset` the list has to be walked again: see `mirror`. */
  changes<F extends FieldOf<T> = FieldOf<T>>(options: FeedOptions<F> = {}): Feed<Changes<Shown<T, F, never>>> {
    return followChanges(this.#send, this.#path, options);
  }

  /**
   * What a copy of the records needs: everything, then what changes. Each step has items to take over, after forgetting all
   * where `reset` says so, and the cursor to keep with them and to go on from. It is null until everything was told: whoever
   * stops before then begins anew.
   */
  mirror<F extends FieldOf<T> = FieldOf<T>>(options: FeedOptions<F> = {}): Feed<MirrorStep<Shown<T, F, never>>> {
    const { fields, limit = LARGEST_PAGE, signal, timeout } = options;
    const walk = (cursor: string | null) => this.list<F>({ sort: ["id:asc"], fields, limit, cursor, signal, timeout });
    return followFromList(this.#send, this.#path, walk, { ...options, limit });
  }

  #pathOf(id: string): string {
    return `${this.#path}/records/${encodeURIComponent(id)}`;
  }

  /** Writes carry a key under which the service writes once, however often they arrive. */
  #post<Data>(path: string, body: unknown, options: CreateOptions & Pick<Request, "isWrite" | "cost">): Promise<Data> {
    const { dryRun, idempotencyKey, isWrite, ...call } = options;
    const commits = isWrite === true && dryRun !== true;
    return this.#send({
      ...call,
      method: "POST",
      path: `${this.#path}${path}${dryRun ? "?dryRun=true" : ""}`,
      body,
      isWrite: commits,
      ...(commits ? { headers: { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } } : {}),
    });
  }

  /** A batch of one: its key tells after a lost response whether it was done. */
  async #updateOnce(record: Versioned<T>, data: T["update"], options: WriteOptions): Promise<T["record"]> {
    const { id, versionId: ifMatch } = record;
    const { results } = await this.#post<{ results: OperationResult<T>[] }>(
      "/records/batch",
      { operations: [{ op: "update", id, ifMatch, data }], return: "representation" },
      { ...options, isWrite: true },
    );
    // A repetition has no records.
    return results[0]?.record ?? this.get(id, { signal: options.signal, timeout: options.timeout });
  }

  #write<Data>(
    method: "PATCH" | "DELETE",
    { id, versionId }: Versioned<T>,
    { dryRun, ...call }: WriteOptions,
    body?: unknown,
  ): Promise<Data> {
    return this.#send({
      ...call,
      method,
      path: `${this.#pathOf(id)}${dryRun ? "?dryRun=true" : ""}`,
      body,
      isWrite: dryRun !== true,
      headers: { "if-match": `"${versionId}"` },
    });
  }
}
