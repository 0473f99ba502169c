/**
 * A connection that many callers' short statements share. Each is sent at once, not after the answer to the one before, so
 * that PostgreSQL is woken for several of them and nobody waits for a free connection. For statements by key only: one that
 * takes long keeps those waiting that were sent right behind it.
 */
import pg from "pg";
import { connectionSettings, laneCount, pool } from "./client";
import type { Database } from "./statement";

/** Nothing was answered for so long: whatever is in the way, what comes now goes around it, over the pool. */
export const HELD_UP_MS = 50;

export type Lane = Database & { close(): Promise<void> };

/** The tokens' own, so that no lock on a table of records ever stands before an authentication. */
export const tokenLane = openLane();
export const recordLane = openLane();

function openLane(): Lane {
  let connection: Promise<pg.Client> | undefined;
  let unanswered = 0;
  let movedAt = 0;

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...connectionSettings(), pipeline: true });
    const opening = client.connect().then(() => client);
    // Statements under way hear of it themselves; the next one opens another connection.
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    client.on("error", forget).on("end", forget);
    opening.catch(forget);
    return opening;
  }

  return {
    async query(query) {
      if (laneCount() === 0 || (unanswered > 0 && performance.now() - movedAt > HELD_UP_MS)) return pool().query(query);
      if (unanswered === 0) movedAt = performance.now();
      unanswered += 1;
      try {
        connection ??= connect();
        return await (await connection).query(query);
      } finally {
        unanswered -= 1;
        movedAt = performance.now();
      }
    },
    async close() {
      const closing = connection;
      connection = undefined;
      await (await closing?.catch(() => undefined))?.end();
    },
  };
}
