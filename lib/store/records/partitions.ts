/** The tables of entities: one partition of `records` each. */
import { LRUCache } from "lru-cache";
import { AccessChanged } from "../../access/require";
import { sqlState } from "../../postgres/faults";
import { type QueryOptions, read, type Statement, write } from "../../postgres/query";
import { raw, type Sql } from "../../query/sql";
import { SCHEMA, table } from "./partition-plan";

/** Kept, because every statement of a record has its table's name, most several times. */
const names = new LRUCache<string, Sql>({ max: 10_000, memoMethod: (entityId) => raw(table(entityId)) });

/** Reads and writes name the partition itself, not the root table. */
export function partition(entityId: string): Sql {
  return names.memo(entityId);
}

/** Like `read`. Throws AccessChanged if the entity was removed after this request was admitted. */
export function readPartition<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return read<Row>(statement, options).catch(throwIfGone);
}

/** Like `write`; throws the same. */
export function writePartition<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return write<Row>(statement, options).catch(throwIfGone);
}

/** undefined_table. Looks only for the name, because the rest of the message depends on the server's language. */
export function throwIfGone(error: unknown): never {
  const isGone = sqlState(error) === "42P01" && error instanceof Error && error.message.includes(`${SCHEMA}.`);
  throw isGone ? new AccessChanged() : error;
}
