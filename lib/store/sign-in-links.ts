/** One-time links to the pages, in Better Auth's table of things to verify: only the hash of what the link carries. */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client";
import type { Actor, Member } from "../model";
import { auditEventSql } from "./audit";
import { prisma } from "./client";
import { ensureUser } from "./users";

const PURPOSE = "sign-in-link:";

export type SignInLink = { member: Member; secretHash: string; expires: Date };

/** A new link takes the place of the member's earlier ones. */
export async function keepSignInLink({ member, secretHash, expires }: SignInLink, by: Actor): Promise<void> {
  const { email, organizationId } = member;
  const event = { ...by, organizationId, action: "member.sign-in-link", subject: email } as const;
  await prisma().$transaction([
    prisma().$executeRaw(forgetSignInLinksSql(email)),
    prisma().verification.create({
      data: { id: uuidv7(), identifier: PURPOSE + secretHash, value: email, expiresAt: expires },
    }),
    prisma().$executeRaw(auditEventSql(event)),
  ]);
}

export function forgetSignInLinksSql(email: string): Prisma.Sql {
  return Prisma.sql`DELETE FROM verifications WHERE value = ${email} AND identifier LIKE ${`${PURPOSE}%`}`;
}

export type RedeemedLink = { userId: string; email: string };

/**
 * The link is gone with this, whatever comes of it: of two who redeem it at once, one finds nothing. null also where it has
 * expired, or nobody who is an active member has its address any more.
 */
export async function redeemSignInLink(secretHash: string): Promise<RedeemedLink | null> {
  return prisma().$transaction(async (transaction) => {
    const [link] = await transaction.$queryRaw<{ email: string; inTime: boolean }[]>`
      DELETE FROM verifications WHERE identifier = ${PURPOSE + secretHash}
      RETURNING value AS email, expires_at > now() AS "inTime"`;
    if (link === undefined || !link.inTime) return null;
    const { email } = link;
    const member = await transaction.member.findFirst({ where: { email, active: true }, select: { name: true } });
    if (member === null) return null;
    const user = await ensureUser(transaction, { email, name: member.name });
    await transaction.member.updateMany({ where: { email, userId: null }, data: { userId: user.id } });
    return { userId: user.id, email };
  });
}
