/** Gives back every connection that this process has to PostgreSQL, once the work in flight on it is done. */
import { closePool } from "./client";
import { recordLane, tokenLane } from "./lane";

export async function closeDatabase(): Promise<void> {
  await Promise.all([tokenLane.close(), recordLane.close(), closePool()]);
}
