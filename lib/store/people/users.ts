/** The person behind the members with one e-mail address, as Better Auth's user. */
import type { Prisma } from "../../../generated/prisma/client";
import { newId } from "../../crypto/random-bytes";
import type { AuditAction } from "../../events";
import type { JsonObject } from "../../model";
import { prisma } from "../prisma";
import { noteOfPerson } from "./members";

/** One address is one person, who may be a member of several organizations. Creates the user if there is none yet. */
export async function ensureUser(
  transaction: Prisma.TransactionClient,
  { email, name }: { email: string; name: string },
): Promise<{ id: string }> {
  return transaction.user.upsert({
    where: { email },
    // The operator who configures members vouches for their addresses.
    create: { id: newId(), name, email, emailVerified: true },
    update: {},
    select: { id: true },
  });
}

export async function findUserEmail(userId: string): Promise<string> {
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return email;
}

export type SignInMethod = "password" | "one-time link" | "identity provider";

export type SignInRecord = {
  email: string;
  method: SignInMethod;
  /** Given in addition. `codesLeft` counts recovery codes. */
  secondFactor?: { by: "code" } | { by: "recovery code"; codesLeft: number };
  address: string;
  requestId: string;
};

export function recordSignIn({ email, method, secondFactor, ...from }: SignInRecord): Promise<void> {
  return recordOfPerson("member.sign-in", { email, ...from }, { method, ...(secondFactor && { secondFactor }) });
}

type PersonEvent = { email: string; address: string; requestId: string };

/** One event in each organization of which the person is an active member; none for an address without such a person. */
export async function recordOfPerson(
  action: AuditAction,
  { email, ...from }: PersonEvent,
  details: JsonObject = {},
): Promise<void> {
  const by = { actor: email.toLowerCase(), ...from };
  await prisma().$transaction((transaction) => noteOfPerson(transaction, email, action, by, details));
}
