/** Prisma's client, on the pool. It reads and writes what needs neither pipelining nor a plan of its own. */
import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "../../generated/prisma/client";
import { postgres } from "../postgres/postgres";
import type { Statement } from "../postgres/query";
import { runtime } from "../process/runtime";

export const prisma = runtime.part(
  "prisma",
  () => new PrismaClient({ adapter: new PrismaPg(postgres().pool) }),
  (client) => client.$disconnect(),
);

/** Loads Prisma's engine without opening a connection: loading blocks the event loop, and would make one seem late. */
export async function readPrismaEngine(): Promise<void> {
  await prisma().$connect();
}

/** A statement of ours in a transaction of Prisma, with its values bound. */
export function runIn(transaction: Prisma.TransactionClient, { text, values }: Statement): Promise<unknown[]> {
  return transaction.$queryRawUnsafe(text, ...values);
}
