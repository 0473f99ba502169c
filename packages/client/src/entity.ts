/** The operations on the records of one entity. Every method sends one request, unless its comment says how many. */
import { type Feed, type FeedOptions, followChanges, followFromList } from "./feed.js";
import { type FollowOptions, followForever } from "./follow.js";
import type { CallOptions, Send, Target } from "./send.js";
import type {
  Aggregate,
  AggregateQuery,
  Changes,
  Deleted,
  EntityDescription,
  EntityTypes,
  ExpandOf,
  FieldOf,
  Followed,
  KeyOf,
  Measures,
  MirrorStep,
  Operation,
  OperationResult,
  Page,
  Query,
  Shown,
  UpsertItem,
  Versioned,
} from "./types.js";
import {
  type BatchOptions,
  type ChunkOptions,
  type CreateOptions,
  post,
  recordPath,
  requireList,
  updateUntilWritten,
  versioned,
  type WriteOptions,
  writeBatch,
} from "./writes.js";

const LARGEST_PAGE = 500;

export class Entity<T extends EntityTypes> {
  readonly #target: Target;

  constructor(
    readonly key: string,
    send: Send,
  ) {
    this.#target = { send, path: `/entities/${encodeURIComponent(key)}` };
  }

  /** Fields, types and permissions, limited to what the token can see. */
  describe(options: CallOptions = {}): Promise<EntityDescription> {
    return this.#target.send({ ...options, method: "GET", path: this.#target.path });
  }

  /** Returns one page. */
  list<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    query: Query<T, F, E> & CallOptions = {},
  ): Promise<Page<Shown<T, F, E>>> {
    const { sort, ...rest } = query;
    const order = (item: string) => {
      const [field, ...direction] = item.split(":");
      return { field, direction: direction.join(":") };
    };
    const orders = Array.isArray(sort) ? sort.map((item) => (typeof item === "string" ? order(item) : item)) : sort;
    return this.#ask("/records/query", { ...rest, sort: orders });
  }

  /** Yields all records, page by page: one request for every 500. */
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

  /** `record`: an id, or the value of a unique field: `get({ code: "NL" })`. */
  async get<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    record: string | KeyOf<T>,
    { fields, expand, ...options }: Pick<Query<T, F, E>, "fields" | "expand"> & CallOptions = {},
  ): Promise<Shown<T, F, E>> {
    return this.#target.send({ ...options, method: "GET", path: recordPath(this.#target, record, { fields, expand }) });
  }

  create(data: T["create"], options: CreateOptions = {}): Promise<T["record"]> {
    return post(this.#target, "/records", { data }, options);
  }

  /** Writes if the record is still at the version that you have read; else throws PRECONDITION_FAILED: see `updateWith`. */
  async update(record: Versioned<T>, changes: T["update"], options: WriteOptions = {}): Promise<T["record"]> {
    return this.#target.send({ ...this.#versioned(record, options), method: "PATCH", body: { data: changes } });
  }

  /**
   * Reads the record, calls `decide`, and writes. If another writer was faster, it starts again, so no update is lost and none is
   * done twice. If `decide` returns null, nothing changes. `record`: an id or key, as in `get`. Two requests, and two more for
   * each repetition.
   */
  updateWith(
    record: string | KeyOf<T>,
    decide: (record: T["record"]) => T["update"] | null | Promise<T["update"] | null>,
    options: WriteOptions = {},
  ): Promise<T["record"]> {
    const { signal, timeout } = options;
    return updateUntilWritten(this.#target, () => this.get(record, { signal, timeout }), decide, options);
  }

  async delete(record: Versioned<T>, options: WriteOptions = {}): Promise<Deleted> {
    return this.#target.send({ ...this.#versioned(record, options), method: "DELETE" });
  }

  #versioned(record: Versioned<T>, options: WriteOptions) {
    return versioned(record, "record", (id) => recordPath(this.#target, id), options);
  }

  /** Up to 500 operations, all or none. `atomic: false`: any number, a request for every 500; see `results[i].error`. */
  batch(operations: readonly Operation<T>[], options: BatchOptions = {}): Promise<OperationResult<T>[]> {
    return writeBatch(this.#target, operations, options);
  }

  /** Creates or updates, matched by a unique field. One request for every 500; each item is written or refused by itself. */
  async upsert<Field extends T["unique"] & keyof T["create"]>(
    match: Field,
    items: readonly UpsertItem<T["create"], Field>[],
    options: ChunkOptions = {},
  ): Promise<OperationResult<T>[]> {
    requireList(items);
    const operations = items.map((item) => {
      const { [match]: value, ...data } = item as { [field: string]: unknown };
      return { op: "upsert", match: { [match]: value }, ifMatch: "*", data } as unknown as Operation<T>;
    });
    return this.batch(operations, { ...options, atomic: false });
  }

  /** Counts, sums and more, by group: the largest 1,000. */
  aggregate<M extends Measures<T>>(query: AggregateQuery<T, M> & CallOptions): Promise<Aggregate<M>> {
    return this.#ask("/records/aggregate", query);
  }

  #ask<Data>(path: string, { signal, timeout, ...body }: CallOptions & { [name: string]: unknown }): Promise<Data> {
    return this.#target.send({ method: "POST", path: `${this.#target.path}${path}`, body, signal, timeout });
  }

  /** Yields the changes since a cursor, one request for each step. After `reset`, walk the list again: see `mirror`. */
  changes<F extends FieldOf<T> = FieldOf<T>>(options: FeedOptions<F> = {}): Feed<Changes<Shown<T, F, never>>> {
    return followChanges(this.#target, options);
  }

  /**
   * Yields each change a moment after it was made, without end: over a stream, which connects again by itself, or by polling
   * where no stream arrives. Throws the reason of `signal` once that is aborted. After `reset` the list has to be walked again.
   */
  follow<F extends FieldOf<T> = FieldOf<T>>(options: FollowOptions<F> = {}): Feed<Followed<Shown<T, F, never>>> {
    return followForever(this.#target, options);
  }

  /**
   * Yields what a copy of the records needs: first all records, then the changes. If a step has `reset`, delete the copy before
   * you apply its items. Store `cursor` together with the items, and continue from it. It is null until all records were yielded:
   * a program that stops earlier starts from the beginning.
   */
  mirror<F extends FieldOf<T> = FieldOf<T>>(options: FeedOptions<F> = {}): Feed<MirrorStep<Shown<T, F, never>>> {
    const { fields, limit = LARGEST_PAGE, signal, timeout } = options;
    const walk = (cursor: string | null) => this.list<F>({ sort: ["id:asc"], fields, limit, cursor, signal, timeout });
    return followFromList(this.#target, walk, { ...options, limit });
  }
}
