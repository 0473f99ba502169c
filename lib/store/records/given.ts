/** Values as a table in a statement: one row, as in most writes, or many. */
import { Prisma } from "../../../generated/prisma/client";

const { sql, join } = Prisma;

/** `place` is the index of the row. */
export type Columns<Given> = { name: Prisma.Sql; type: Prisma.Sql; of: (given: Given, place: number) => unknown }[];

export function tableOf<Given>(given: Given[], columns: Columns<Given>): Prisma.Sql {
  const [only] = given;
  if (given.length === 1 && only !== undefined) {
    return sql`(SELECT ${join(columns.map(({ name, type, of }) => sql`${of(only, 0)}::${type} AS ${name}`))})`;
  }
  const arrays = columns.map(({ type, of }) => sql`${given.map(of)}::${type}[]`);
  return sql`(SELECT * FROM unnest(${join(arrays)}) AS t(${join(columns.map(({ name }) => name))}))`;
}

/** Repeats a piece of SQL for each column, separated by commas. */
export function each(columns: { name: Prisma.Sql }[], say: (name: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  return join(columns.map(({ name }) => say(name)));
}
