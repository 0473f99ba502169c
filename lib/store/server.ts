/** What is asked of PostgreSQL as a server: can this process serve, and what time is it? */
import { Prisma } from "../../generated/prisma/client";
import { withDeadline } from "../deadline";
import { postgres } from "../postgres/postgres";
import { read } from "../postgres/query";

/** The newest folder of prisma/migrations; a test compares the two. */
export const LATEST_MIGRATION = "20261122130000_reshaping";

/** Balancers ask every few seconds. A database that is silent for so long serves nobody either. */
const ANSWER_MS = 2_000;

export type Readiness = { ready: true } | { ready: false; reason: string };

export async function checkReadiness(): Promise<Readiness> {
  try {
    const rows = await withDeadline(
      read(Prisma.sql`
        SELECT 1 FROM _prisma_migrations WHERE migration_name = ${LATEST_MIGRATION} AND finished_at IS NOT NULL`),
      ANSWER_MS,
    );
    return rows.length > 0
      ? { ready: true }
      : { ready: false, reason: "The database is behind: run npm run db:migrate." };
  } catch {
    // Why is for the log of whatever failed; the outside learns only that it did.
    return { ready: false, reason: "The database does not answer." };
  }
}

/** A moment by PostgreSQL's clock after everything that is committed by now, in whole milliseconds. */
export async function databaseMoment(): Promise<Date> {
  const [row] = await postgres().prisma.$queryRaw<{ moment: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS moment`;
  if (row === undefined) throw new Error("PostgreSQL did not tell the time.");
  return row.moment;
}
