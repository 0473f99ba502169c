/**
 * Reads Prisma's engine before it is used for the first time in a process: while it is read nothing else is heard, and a
 * connection that is being opened meanwhile seems to come late. Opens none itself.
 */
import { prisma } from "./client";

let reading: Promise<void> | undefined;

export async function readPrismaEngine(): Promise<void> {
  reading ??= prisma().$connect();
  await reading.catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
}
