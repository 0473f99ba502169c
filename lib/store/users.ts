/** The person behind the members of one e-mail address, as Better Auth knows them. */
import { v7 as uuidv7 } from "uuid";
import type { Prisma } from "../../generated/prisma/client";
import { prisma } from "./client";

/** One address is one person, who may be a member of several organisations. Made where there is none yet. */
export async function ensureUser(
  transaction: Prisma.TransactionClient,
  { email, name }: { email: string; name: string },
): Promise<{ id: string }> {
  return transaction.user.upsert({
    where: { email },
    // The operator who configures members answers for their addresses.
    create: { id: uuidv7(), name, email, emailVerified: true },
    update: {},
    select: { id: true },
  });
}

export async function findUserEmail(userId: string): Promise<string> {
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return email;
}
