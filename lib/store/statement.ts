import * as postgres from "../postgres/query";

export type ResultRow = unknown[];

/** Rows as arrays. */
export async function read(statement: postgres.Statement): Promise<ResultRow[]> {
  return (await postgres.read(statement)).map(Object.values);
}

export async function write(statement: postgres.Statement): Promise<ResultRow[]> {
  return (await postgres.write(statement)).map(Object.values);
}
