/** Second factors as stored: one per person, across organizations. Codes are checked elsewhere. */
import type { Prisma } from "../../../generated/prisma/client";
import type { Actor, NoticeKind } from "../../events";
import type { Member } from "../../model";
import { noteOfMember } from "../audit";
import { prisma } from "../prisma";
import { noteOfPerson } from "./members";
import type { SignInMethod } from "./users";

export type StoredFactor = { secret: string; lastStep: number; recoveryCodes: number };

/** `secret` is encrypted. `recoveryCodes` is how many are left. */
export async function findSecondFactor(userId: string): Promise<StoredFactor | null> {
  const row = await prisma().secondFactor.findUnique({ where: { userId } });
  if (row === null) return null;
  return { secret: row.secret, lastStep: row.lastStep, recoveryCodes: row.recoveryHashes.length };
}

export async function hasSecondFactor(who: { id: string } | { email: string }): Promise<boolean> {
  return (await prisma().user.count({ where: { ...who, secondFactorSince: { not: null } } })) > 0;
}

/** Only one of several concurrent requests with the same code succeeds. */
export async function takeStep(userId: string, step: number): Promise<boolean> {
  const { count } = await prisma().secondFactor.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count > 0;
}

/** Returns how many are left; null if the code is unknown or used. */
export async function takeRecoveryHash(userId: string, hash: string): Promise<number | null> {
  const [used] = await prisma().$queryRaw<{ left: number }[]>`
    UPDATE second_factors SET recovery_hashes = array_remove(recovery_hashes, ${hash})
     WHERE user_id = ${userId} AND ${hash} = ANY (recovery_hashes)
    RETURNING cardinality(recovery_hashes) AS left`;
  return used?.left ?? null;
}

type Change = { userId: string; email: string; by: Actor };

type NewFactor = { secret: string; lastStep: number; recoveryHashes: string[] };

/** Ends all sessions of the person, which were started without the factor. Returns false if there already is one. */
export async function addSecondFactor(factor: NewFactor, { userId, email, by }: Change): Promise<boolean> {
  return prisma().$transaction(async (transaction) => {
    const { count } = await transaction.secondFactor.createMany({
      data: [{ userId, ...factor }],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    await transaction.user.update({ where: { id: userId }, data: { secondFactorSince: new Date() } });
    await endAttempts(transaction, userId);
    await transaction.session.deleteMany({ where: { userId } });
    await noteOfPerson(transaction, email, "member.second-factor-on", by);
    return true;
  });
}

/** Does nothing if there is no factor. */
export async function replaceRecoveryHashes(recoveryHashes: string[], { userId, email, by }: Change): Promise<void> {
  await prisma().$transaction(async (transaction) => {
    const { count } = await transaction.secondFactor.updateMany({ where: { userId }, data: { recoveryHashes } });
    if (count > 0) await noteOfPerson(transaction, email, "member.recovery-codes", by);
  });
}

/** Ends all sessions of the person, which were started with the factor. Does nothing if there is none. */
export async function removeSecondFactor({ userId, email, by }: Change): Promise<void> {
  await prisma().$transaction(async (transaction) => {
    if (await dropSecondFactor(transaction, userId)) {
      await noteOfPerson(transaction, email, "member.second-factor-off", by);
    }
  });
}

export async function isKnownElsewhere(
  { id, email }: Pick<Member, "id" | "email">,
  on: Prisma.TransactionClient = prisma(),
): Promise<boolean> {
  return (await on.member.count({ where: { email, id: { not: id }, invited: null } })) > 0;
}

/** "elsewhere": the person also belongs to another organization. "none": there is no factor. Neither writes anything. */
type Reset = "reset" | "elsewhere" | "none";

/** Notifies the person. `reach`: the administrators of one organization cannot decide for members of others. */
export async function resetSecondFactorOf(
  { id, email, organizationId }: Pick<Member, "id" | "email" | "organizationId">,
  reach: "everywhere" | "this organization",
  by: Actor,
): Promise<Reset> {
  return prisma().$transaction(async (transaction) => {
    if (reach === "this organization" && (await isKnownElsewhere({ id, email }, transaction))) return "elsewhere";
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true } });
    if (user === null || !(await dropSecondFactor(transaction, user.id))) return "none";
    await noteOfMember(transaction, { organizationId, email }, "member.reset-second-factor", by);
    const details = { by: by.actor };
    const notice = { organizationId, memberId: id, kind: "member.second-factor-reset" satisfies NoticeKind, details };
    await transaction.notice.create({ data: notice });
    return "reset";
  });
}

/** Call it in a transaction that records the reason. */
export async function dropSecondFactor(transaction: Prisma.TransactionClient, userId: string): Promise<boolean> {
  const { count } = await transaction.secondFactor.deleteMany({ where: { userId } });
  await transaction.user.updateMany({ where: { id: userId }, data: { secondFactorSince: null } });
  if (count === 0) return false;
  await endAttempts(transaction, userId);
  await transaction.session.deleteMany({ where: { userId } });
  return true;
}

const PURPOSE = "second-factor:";

/** A sign-in whose password or link was right and whose code is still missing. It gives no access. */
export type HalfSignIn = { userId: string; method: SignInMethod };

export async function keepHalfSignIn(secretHash: string, { userId, method }: HalfSignIn, expires: Date): Promise<void> {
  const identifier = PURPOSE + secretHash;
  await prisma().verification.create({
    data: { id: identifier, identifier, value: halfSignInText(userId, method), expiresAt: expires },
  });
}

export async function findHalfSignIn(secretHash: string): Promise<HalfSignIn | null> {
  const row = await prisma().verification.findFirst({
    where: { identifier: PURPOSE + secretHash, expiresAt: { gt: new Date() } },
    select: { value: true },
  });
  if (row === null) return null;
  const [userId = "", ...method] = row.value.split(" ");
  return { userId, method: method.join(" ") as SignInMethod };
}

/** Returns false if it was used or has been ended. */
export async function dropHalfSignIn(secretHash: string): Promise<boolean> {
  const { count } = await prisma().verification.deleteMany({ where: { identifier: PURPOSE + secretHash } });
  return count > 0;
}

/** Sign-ins between password and code start again. Call it before deleting sessions, so that none starts in between. */
export async function endAttempts(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  await transaction.verification.deleteMany({
    where: { identifier: { startsWith: PURPOSE }, value: { startsWith: halfSignInText(userId, "") } },
  });
}

function halfSignInText(userId: string, method: string): string {
  return `${userId} ${method}`;
}
