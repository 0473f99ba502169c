/** The audit trail of signing in. */
import { auditEventSql } from "./audit";
import { prisma } from "./client";
import { listActiveMemberships } from "./memberships";
import { forgetExpiredSql } from "./sessions";

export type SignInMethod = "password" | "one-time link" | "identity provider";

export type SignInRecord = {
  email: string;
  method: SignInMethod;
  address: string;
  requestId: string;
};

/** One event in each organisation that the session opens. */
export async function recordSignIn({ email, method, address, requestId }: SignInRecord): Promise<void> {
  const memberships = await listActiveMemberships(email);
  const events = memberships.map(({ member }) =>
    auditEventSql({
      organizationId: member.organizationId,
      actor: member.email,
      action: "member.sign-in",
      subject: member.email,
      details: { method },
      address,
      requestId,
    }),
  );
  const statements = [...events, ...forgetExpiredSql()];
  await prisma().$transaction(statements.map((statement) => prisma().$executeRaw(statement)));
}
