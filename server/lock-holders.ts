/** Watches from a second session who keeps a session waiting for a lock. */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** Half of the shortest wait for a lock (`lib/postgres/brief-locks.ts`): no wait is overlooked. */
const LOOK_EVERY_MS = 50;
const REPORT_EVERY_MS = 10_000;

/** Other roles' programs are hidden from a role that does not have `pg_read_all_stats`. */
const HOLDERS = `
  SELECT DISTINCT ON (a.xact_start, a.pid) a.pid, coalesce(nullif(a.application_name, ''), 'another session') AS program,
         extract(epoch FROM clock_timestamp() - a.xact_start)::int AS seconds
  FROM unnest(pg_blocking_pids($1)) AS holder JOIN pg_stat_activity a ON a.pid = holder
  ORDER BY a.xact_start, a.pid LIMIT 1`;

type LockHolders = {
  /** The last one seen, such as "pid 4711 (pg_dump, in a transaction for 12 s)"; null if the session never waited. */
  last(): string | null;
  stop(): Promise<void>;
};

/** `report` gets a line when the session with this `pid` has waited, and again every ten seconds while it keeps waiting. */
export function watchLockHolders(watcher: pg.Client, pid: number, report: (line: string) => void): LockHolders {
  let last: string | null = null;
  let stopped = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const watch = async () => {
    while (!stopped) {
      const { rows } = await watcher.query<{ pid: number; program: string; seconds: number | null }>(HOLDERS, [pid]);
      const [holder] = rows;
      if (holder !== undefined) {
        const since = holder.seconds === null ? "" : `, in a transaction for ${holder.seconds} s`;
        last = `pid ${holder.pid} (${holder.program}${since})`;
        if (performance.now() - reportedAt > REPORT_EVERY_MS) {
          reportedAt = performance.now();
          report(`Waiting for ${last}, which holds a lock. Requests are served meanwhile.`);
        }
      }
      await pause(LOOK_EVERY_MS);
    }
  };
  // The report is only a help: a migration does not fail because of it.
  const ended = watch().catch(() => {});
  return {
    last: () => last,
    stop: async () => {
      stopped = true;
      await ended;
    },
  };
}
