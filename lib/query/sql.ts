/** SQL with parameters: the tagged template of Prisma, without its generated client. */
export { empty, join, raw, Sql, sqltag as sql } from "@prisma/client/runtime/client";
