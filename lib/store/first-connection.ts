/**
 * Opens a connection before Prisma is used for the first time in a process. Loading Prisma can keep a busy machine from
 * noticing, within the second that it may take, that a connection is open; the first page would fail for nothing.
 */
import { pool } from "./client";

let opened: Promise<unknown> | undefined;

export async function firstConnection(): Promise<void> {
  opened ??= pool().query("SELECT 1");
  await opened.catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
}
