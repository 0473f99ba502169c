/**
 * A connection that many callers' short statements share. None waits for the answer to the one before, and those of one turn
 * of the event loop are sent as one, so that PostgreSQL is woken once for several of them and nobody waits for a free
 * connection. For statements by key only: one that takes long keeps those waiting that were sent right behind it.
 */
import pg from "pg";
import { connectionSettings, laneCount, pool } from "./client";
import { type ResultRow, type SentStatement, send } from "./sent-statement";

/** Nothing was answered for so long: whatever is in the way, what comes now goes around it, over the pool. */
export const HELD_UP_MS = 50;

export type Lane = {
  query(statement: SentStatement): Promise<ResultRow[]>;
  /** Rejects where no connection can be had. Without it the first statement opens one, for those that follow. */
  open(): Promise<void>;
  /** Ends the connection once its statements under way are answered. */
  close(): Promise<void>;
};

/** The tokens' own, so that no lock on a table of records ever stands before an authentication. */
export const tokenLane = makeLane();
export const recordLane = makeLane();

function makeLane(): Lane {
  let opening: Promise<void> | undefined;
  let connection: pg.Client | undefined;
  let isGathering = false;
  let unanswered = 0;
  let movedAt = 0;

  async function connect(): Promise<void> {
    const client = new pg.Client({ ...connectionSettings(), pipeline: true });
    // Statements under way hear of it themselves.
    const forget = () => {
      if (connection === client) connection = undefined;
    };
    client.on("error", forget).on("end", forget);
    await client.connect();
    connection = client;
  }

  async function open(): Promise<void> {
    if (connection !== undefined) return;
    opening ??= connect().finally(() => {
      opening = undefined;
    });
    await opening;
  }

  /** What is asked in one turn of the event loop goes out as one, at its end. */
  function leaveTogether({ connection: { stream } }: pg.Client): void {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    setImmediate(() => {
      isGathering = false;
      stream.uncork();
    });
  }

  function isHeldUp(): boolean {
    return unanswered > 0 && performance.now() - movedAt > HELD_UP_MS;
  }

  return {
    open,
    async query(statement) {
      if (laneCount() === 0 || isHeldUp()) return send(statement, pool());
      if (connection === undefined) {
        // Nobody waits for it: whether PostgreSQL can be reached is for the pool to say.
        open().catch(() => {});
        return send(statement, pool());
      }
      if (unanswered === 0) movedAt = performance.now();
      unanswered += 1;
      leaveTogether(connection);
      try {
        return await send(statement, connection);
      } finally {
        unanswered -= 1;
        movedAt = performance.now();
      }
    },
    async close() {
      await opening?.catch(() => {});
      await connection?.end();
    },
  };
}
