/** The one clock that all processes share. */
import { prisma } from "./client";

/** A moment by PostgreSQL's clock after everything that is committed by now, in whole milliseconds. */
export async function databaseMoment(): Promise<Date> {
  const [row] = await prisma().$queryRaw<{ moment: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS moment`;
  if (row === undefined) throw new Error("PostgreSQL did not tell the time.");
  return row.moment;
}
