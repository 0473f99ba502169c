/** The person behind the members of one e-mail address, as Better Auth knows them. */
import { v7 as uuidv7 } from "uuid";
import type { Prisma } from "../../../generated/prisma/client";
import { postgres } from "../../postgres/postgres";
import { noteOfPerson } from "./members";

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
  const { email } = await postgres().prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return email;
}

export type SignInMethod = "password" | "one-time link" | "identity provider";

export type SignInRecord = {
  email: string;
  method: SignInMethod;
  /** What the person gave beside it. `codesLeft`: recovery codes. */
  secondFactor?: { by: "code" } | { by: "recovery code"; codesLeft: number };
  address: string;
  requestId: string;
};

/** One event in each organisation that the session opens. */
export async function recordSignIn({ email, method, secondFactor, ...from }: SignInRecord): Promise<void> {
  const by = { actor: email.toLowerCase(), ...from };
  const details = { method, ...(secondFactor && { secondFactor }) };
  await postgres().prisma.$transaction((transaction) =>
    noteOfPerson(transaction, email, "member.sign-in", by, details),
  );
}
