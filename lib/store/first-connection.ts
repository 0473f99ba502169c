/**
 * Reads Prisma's engine, then opens a connection, before either is used for the first time in a process. While the engine is
 * read nothing else is heard, and a connection that is being opened meanwhile seems to come late.
 */
import { pool, prisma } from "./client";

let opened: Promise<unknown> | undefined;

export async function firstConnection(): Promise<void> {
  opened ??= prisma()
    .$connect()
    .then(() => pool().query("SELECT 1"));
  await opened.catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
}
