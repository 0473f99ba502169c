/** The one clock that all processes share. */
import { postgres } from "../postgres/postgres";

/** A moment by PostgreSQL's clock after everything that is committed by now, in whole milliseconds. */
export async function databaseMoment(): Promise<Date> {
  const [row] = await postgres().prisma.$queryRaw<{ moment: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS moment`;
  if (row === undefined) throw new Error("PostgreSQL did not tell the time.");
  return row.moment;
}
