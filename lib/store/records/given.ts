/** Values that come with a statement, as a table of it: of one row, as most writes have, or of many. */
import { Prisma } from "../../../generated/prisma/client";

const { sql, join } = Prisma;

/** `place`: of the row among those that are given. */
export type Columns<Given> = { name: Prisma.Sql; type: Prisma.Sql; of: (given: Given, place: number) => unknown }[];

/** In the order in which they are given. */
export function tableOf<Given>(given: Given[], columns: Columns<Given>): Prisma.Sql {
  const [only] = given;
  if (given.length === 1 && only !== undefined) {
    return sql`(SELECT ${join(columns.map(({ name, type, of }) => sql`${of(only, 0)}::${type} AS ${name}`))})`;
  }
  const arrays = columns.map(({ type, of }) => sql`${given.map(of)}::${type}[]`);
  return sql`(SELECT * FROM unnest(${join(arrays)}) AS t(${join(columns.map(({ name }) => name))}))`;
}

/** What a statement says of each of the columns, with commas between. */
export function each(columns: { name: Prisma.Sql }[], say: (name: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  return join(columns.map(({ name }) => say(name)));
}
