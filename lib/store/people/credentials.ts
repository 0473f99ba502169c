/** Better Auth's rows for a member who signs in to the pages: a user and its password. */
import type { Prisma } from "../../../generated/prisma/client";
import { newId } from "../../crypto/random-bytes";
import type { Actor } from "../../events";
import type { Member } from "../../model";
import { noteOfMember } from "../audit";
import { prisma } from "../prisma";
import { dropSecondFactor, endAttempts } from "./second-factors";
import { ensureUser } from "./users";

/** Better Auth's name for accounts that sign in with a password. */
const CREDENTIAL = "credential";

type Credentials = { userId: string; passwordHash: string | null; isMember: boolean };

/** Looks up an address in one statement, whose duration reveals nothing. `isMember`: an active person in any organization. */
export async function findCredentials(email: string): Promise<Credentials | null> {
  const rows = await prisma().$queryRaw<Credentials[]>`
    SELECT users.id AS "userId", accounts.password AS "passwordHash",
           EXISTS (SELECT FROM members WHERE members.email = users.email AND members.active
                     AND members.kind = 'person'
                     AND members.organization_id = coalesce(users.only_organization_id, members.organization_id))
             AS "isMember"
      FROM users LEFT JOIN accounts ON accounts.user_id = users.id AND accounts.provider_id = ${CREDENTIAL}
     WHERE users.email = ${email.toLowerCase()}`;
  return rows[0] ?? null;
}

/** Waits for a concurrent change. Called after a session was created, so that either this call or the change sees the other. */
export async function isStillPassword({ userId, passwordHash }: Credentials): Promise<boolean> {
  const rows = await prisma().$queryRaw<unknown[]>`
    SELECT FROM accounts
     WHERE provider_id = ${CREDENTIAL} AND account_id = ${userId} AND password = ${passwordHash} FOR SHARE`;
  return rows.length > 0;
}

type PasswordChange = Omit<Actor, "now"> & { member: Member; email: string; passwordHash: string };

/** Creates a missing account. Ends the person's sessions and links, so that anyone who knew the old password is signed out. */
export async function setPassword({ member, email, passwordHash, ...by }: PasswordChange): Promise<void> {
  await prisma().$transaction(async (transaction) => {
    const user = await ensureUser(transaction, { email, name: member.name });
    await transaction.account.upsert({
      where: { providerId_accountId: { providerId: CREDENTIAL, accountId: user.id } },
      create: { id: newId(), providerId: CREDENTIAL, accountId: user.id, userId: user.id, password: passwordHash },
      update: { password: passwordHash },
    });
    await endAttempts(transaction, user.id);
    await transaction.session.deleteMany({ where: { userId: user.id } });
    await transaction.verification.deleteMany({ where: { value: { in: [email, member.id] } } });
    await transaction.member.update({ where: { id: member.id }, data: { userId: user.id } });
    await noteOfMember(transaction, member, "member.set-password", by);
  });
}

type RedeemedLink = { userId: string; email: string };

type Origin = Pick<Actor, "address" | "requestId">;

/** Deletes the link in any case: only one of two concurrent requests finds it. null also if it expired or has no active member. */
export async function redeemSignInLink(secretHash: string, from: Origin = {}): Promise<RedeemedLink | null> {
  return prisma().$transaction(async (transaction) => {
    const [link] = await transaction.$queryRaw<{ email: string; inTime: boolean }[]>`
      DELETE FROM verifications WHERE identifier = ${`sign-in-link:${secretHash}`}
      RETURNING value AS email, expires_at > now() AS "inTime"`;
    if (link === undefined || !link.inTime) return null;
    const { email } = link;
    const member = await transaction.member.findFirst({
      where: { email, active: true, kind: "person" },
      select: { name: true },
    });
    if (member === null) return null;
    const user = await ensureUser(transaction, { email, name: member.name });
    await vouch(transaction, { userId: user.id, email, by: { actor: email, ...from } });
    await transaction.member.updateMany({ where: { email, userId: null }, data: { userId: user.id } });
    return { userId: user.id, email };
  });
}

/** The operator or the identity provider now vouches for the person, as for everyone who was not invited by an administrator. */
export async function vouchFor(person: Vouched): Promise<void> {
  await prisma().$transaction((transaction) => vouch(transaction, person));
}

type Vouched = { userId: string; email: string; by: Actor };

/** Removes credentials chosen while only one organization vouched for the address: another person may know them. */
async function vouch(transaction: Prisma.TransactionClient, { userId, email, by }: Vouched): Promise<void> {
  const { count } = await transaction.user.updateMany({
    where: { id: userId, onlyOrganizationId: { not: null } },
    data: { onlyOrganizationId: null },
  });
  if (count === 0) return;
  await transaction.account.deleteMany({ where: { userId, providerId: CREDENTIAL } });
  await dropSecondFactor(transaction, userId);
  await transaction.session.deleteMany({ where: { userId } });
  const memberships = await transaction.member.findMany({
    where: { email, active: true, kind: "person" },
    select: { organizationId: true, email: true },
  });
  for (const member of memberships) await noteOfMember(transaction, member, "member.reset-account", by);
}
