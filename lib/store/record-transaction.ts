/**
 * A transaction that writes records of one entity. It takes its place in the queue behind a change of configuration
 * before it holds anything that such a change could wait for.
 */
import type pg from "pg";
import { Prisma } from "../../generated/prisma/client";
import { partition } from "./partitions";
import { transaction, write } from "./statement";

const { sql } = Prisma;

/** As `transaction`. The lock is the one that every write takes, and keeps no other write waiting. */
export async function recordTransaction<T>(
  entityId: string,
  work: (database: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(async (database) => {
    await write(sql`LOCK TABLE ${partition(entityId)} IN ROW EXCLUSIVE MODE`, database);
    return work(database);
  });
}
