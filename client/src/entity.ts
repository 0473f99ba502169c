/**
 * What can be done with the records of one entity. Every method is one request, but for those that say how many. How writes are
 * sent so that none is lost or done twice: `writes.ts`.
 */
import { type Feed, type FeedOptions, followChanges, followFromList } from "./feed.js";
import { queryString } from "./query-string.js";
import type { CallOptions, Send } from "./send.js";
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
import {
  type BatchOptions,
  type ChunkOptions,
  type CreateOptions,
  post,
  recordPath,
  requireList,
  type Target,
  updateUntilWritten,
  type WriteOptions,
  writeBatch,
  writeVersion,
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

  /** Fields, types and permissions, as far as the token goes. */
  describe(options: CallOptions = {}): Promise<EntityDescription> {
    return this.#target.send({ ...options, method: "GET", path: this.#target.path });
  }

  /** One page. */
  list<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    query: Query<T, F, E> & CallOptions = {},
  ): Promise<Page<Shown<T, F, E>>> {
    const { signal, timeout, sort, ...rest } = query;
    const order = (item: string) => {
      const [field, ...direction] = item.split(":");
      return { field, direction: direction.join(":") };
    };
    const orders = Array.isArray(sort) ? sort.map((item) => (typeof item === "string" ? order(item) : item)) : sort;
    return post(this.#target, "/records/query", { ...rest, sort: orders }, { signal, timeout });
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

  async get<F extends FieldOf<T> = FieldOf<T>, E extends ExpandOf<T> = never>(
    id: string,
    { fields, expand, ...options }: Pick<Query<T, F, E>, "fields" | "expand"> & CallOptions = {},
  ): Promise<Shown<T, F, E>> {
    const path = `${recordPath(this.#target, id)}${queryString({ fields, expand })}`;
    return this.#target.send({ ...options, method: "GET", path });
  }

  create(data: T["create"], options: CreateOptions = {}): Promise<T["record"]> {
    return post(this.#target, "/records", { data }, { ...options, isWrite: true });
  }

  /**
   * Changes the fields that `changes` names, if the record is still at the version that you have read. Else it throws
   * PRECONDITION_FAILED: read again and decide again, or leave that to `updateWith`.
   */
  update(record: Versioned<T>, changes: T["update"], options: WriteOptions = {}): Promise<T["record"]> {
    return writeVersion(this.#target, "PATCH", record, options, { data: changes });
  }

  /**
   * Reads, asks what is to change, and writes, as often as somebody else is faster: no update is lost, and none is done twice.
   * null changes nothing. Two requests, and two more for each time.
   */
  updateWith(
    id: string,
    decide: (record: T["record"]) => T["update"] | null | Promise<T["update"] | null>,
    options: WriteOptions = {},
  ): Promise<T["record"]> {
    return updateUntilWritten(this.#target, (call) => this.get(id, call), decide, options);
  }

  delete(record: Versioned<T>, options: WriteOptions = {}): Promise<Deleted> {
    return writeVersion(this.#target, "DELETE", record, options);
  }

  /**
   * Up to 500 operations in one request, all or none. With `atomic: false` any number, a request for each 500, and each
   * operation is written or refused by itself: `results[i].error`.
   */
  batch(operations: readonly Operation<T>[], options: BatchOptions = {}): Promise<OperationResult<T>[]> {
    return writeBatch(this.#target, operations, options);
  }

  /**
   * Creates what is not there and updates what is, by the value of a unique field. A request for each 500, and each item is
   * written or refused by itself.
   */
  async upsert<Field extends T["unique"] & keyof T["create"]>(
    match: Field,
    items: readonly (T["create"] & { [Key in Field]-?: NonNullable<T["create"][Key]> })[],
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
    const { signal, timeout, ...body } = query;
    return post(this.#target, "/records/aggregate", body, { signal, timeout });
  }

  /** The feed of changes since a cursor, a request for each step. After `reset` the list has to be walked again: see `mirror`. */
  changes<F extends FieldOf<T> = FieldOf<T>>(options: FeedOptions<F> = {}): Feed<Changes<Shown<T, F, never>>> {
    return followChanges(this.#target.send, this.#target.path, options);
  }

  /**
   * What a copy of the records needs: everything, then what changes. Each step has items to take over, after forgetting all
   * where `reset` says so, and the cursor to keep with them and to go on from. It is null until everything was told: whoever
   * stops before then begins anew.
   */
  mirror<F extends FieldOf<T> = FieldOf<T>>(options: FeedOptions<F> = {}): Feed<MirrorStep<Shown<T, F, never>>> {
    const { fields, limit = LARGEST_PAGE, signal, timeout } = options;
    const walk = (cursor: string | null) => this.list<F>({ sort: ["id:asc"], fields, limit, cursor, signal, timeout });
    return followFromList(this.#target.send, this.#target.path, walk, { ...options, limit });
  }
}
