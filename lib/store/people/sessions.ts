/** Where Better Auth keeps users, accounts and sessions: in the service's own database. What they mean is not known here. */
import { prismaAdapter } from "better-auth/adapters/prisma";
import { postgres } from "../../postgres/postgres";

export function sessionDatabase(): ReturnType<typeof prismaAdapter> {
  return prismaAdapter(postgres().prisma, { provider: "postgresql" });
}
