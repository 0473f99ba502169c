import type { PrismaClient } from "../../generated/prisma/client";
import type { StallTolerantPool } from "../postgres/pool";
import { postgres } from "../postgres/postgres";

export function prisma(): PrismaClient {
  return postgres().prisma;
}

export function pool(): StallTolerantPool {
  return postgres().pool;
}
