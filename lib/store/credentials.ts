/** What a member signs in to the pages with: Better Auth's rows for a user and its password. */
import { v7 as uuidv7 } from "uuid";
import type { Member } from "../model";
import { auditEventSql } from "./audit";
import { prisma } from "./client";

/** Better Auth's name for accounts that sign in with a password. */
const CREDENTIAL = "credential";

export type Credentials = { userId: string; passwordHash: string | null; isMember: boolean };

/** What is known of an address, in one statement whose cost does not tell. `isMember`: of any organisation, and active. */
export async function findCredentials(email: string): Promise<Credentials | null> {
  const rows = await prisma().$queryRaw<Credentials[]>`
    SELECT users.id AS "userId", accounts.password AS "passwordHash",
           EXISTS (SELECT FROM members WHERE members.email = users.email AND members.active) AS "isMember"
      FROM users LEFT JOIN accounts ON accounts.user_id = users.id AND accounts.provider_id = ${CREDENTIAL}
     WHERE users.email = ${email.toLowerCase()}`;
  return rows[0] ?? null;
}

export type PasswordChange = { member: Member; email: string; passwordHash: string; actor: string };

/**
 * Makes the sign-in where there is none yet. One address is one person, who may be a member of several organisations.
 * Ends all of the person's sessions: whoever knew the former password is out.
 */
export async function setPassword({ member, email, passwordHash, actor }: PasswordChange): Promise<void> {
  await prisma().$transaction(async (transaction) => {
    const user = await transaction.user.upsert({
      where: { email },
      create: { id: uuidv7(), name: member.name, email, emailVerified: true },
      update: {},
    });
    await transaction.account.upsert({
      where: { providerId_accountId: { providerId: CREDENTIAL, accountId: user.id } },
      create: {
        id: uuidv7(),
        providerId: CREDENTIAL,
        accountId: user.id,
        userId: user.id,
        password: passwordHash,
      },
      update: { password: passwordHash },
    });
    await transaction.session.deleteMany({ where: { userId: user.id } });
    await transaction.member.update({ where: { id: member.id }, data: { userId: user.id } });
    const event = {
      organizationId: member.organizationId,
      actor,
      action: "member.set-password",
      subject: email,
    } as const;
    await transaction.$executeRaw(auditEventSql(event));
  });
}
