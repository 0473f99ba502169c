/** Values that come with a statement, as a table of it: of one row, as most writes have, or of many. */
import { Prisma } from "../../../generated/prisma/client";

const { sql, join } = Prisma;

export type Columns<Given> = { name: Prisma.Sql; type: Prisma.Sql; of: (given: Given) => unknown }[];

/** In the order in which they are given. */
export function tableOf<Given>(given: Given[], columns: Columns<Given>): Prisma.Sql {
  const [only] = given;
  if (given.length === 1 && only !== undefined) {
    return sql`(SELECT ${join(columns.map(({ name, type, of }) => sql`${of(only)}::${type} AS ${name}`))})`;
  }
  const arrays = columns.map(({ type, of }) => sql`${given.map(of)}::${type}[]`);
  return sql`(SELECT * FROM unnest(${join(arrays)}) AS t(${join(columns.map(({ name }) => name))}))`;
}
