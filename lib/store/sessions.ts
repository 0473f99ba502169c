/** Where Better Auth keeps users, accounts and sessions: in the service's own database. What they mean is not known here. */
import { prismaAdapter } from "better-auth/adapters/prisma";
import { Prisma } from "../../generated/prisma/client";
import { prisma } from "./client";

export function sessionDatabase(): ReturnType<typeof prismaAdapter> {
  return prismaAdapter(prisma(), { provider: "postgresql" });
}

/** Ends the sessions of a person who is an active member of nothing any more, for good: activating again revives none. */
export function endSessionsOfFormerSql(email: string): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM sessions USING users
     WHERE users.id = sessions.user_id AND users.email = ${email}
       AND NOT EXISTS (SELECT FROM members WHERE members.email = users.email AND members.active)`;
}

/** What has expired is refused anyway; this keeps the tables small. */
export function forgetExpiredSql(): Prisma.Sql[] {
  return [
    Prisma.sql`DELETE FROM sessions WHERE expires_at < now()`,
    Prisma.sql`DELETE FROM verifications WHERE expires_at < now()`,
  ];
}
