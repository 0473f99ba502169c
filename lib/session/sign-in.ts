/** Signing in with e-mail address and password. */
import { log } from "../log";
import { findCredentials, isStillPassword } from "../store/credentials";
import { readPrismaEngine } from "../store/prisma-engine";
import { beginAttempt } from "./attempts";
import { pageRequest } from "./page-request";
import { passwordMatches } from "./password";
import { QueueFull } from "./queue";
import { beginSession, endSession } from "./session";

/** `busy`: too many sign in at once, and nothing was looked at. */
export type SignInOutcome = { kind: "signed-in" | "refused" | "busy" } | { kind: "wait"; seconds: number };

/**
 * One refusal for an unknown address, a wrong password, and a person who is an active member of nothing; the same work is
 * done for each.
 */
export async function signIn({ email, password }: { email: string; password: string }): Promise<SignInOutcome> {
  const { address, requestId } = await pageRequest();
  const attempt = await beginAttempt(address, email);
  if (attempt.kind === "wait") return refuse(attempt, { address, requestId });
  await readPrismaEngine();
  // PostgreSQL knows no such text, and nobody such an address.
  const known = email.includes("\0") ? null : await findCredentials(email);
  const matches = await passwordMatches(password, known?.passwordHash ?? null).catch(toFull);
  if (matches === "full") {
    await attempt.uncount();
    return refuse({ kind: "busy" }, { address, requestId });
  }
  if (!matches || known === null || !known.isMember) return refuse({ kind: "refused" }, { address, requestId });
  await attempt.uncount();
  await beginSession({ userId: known.userId, email, method: "password" });
  if (await isStillPassword(known)) return { kind: "signed-in" };
  await endSession();
  return refuse({ kind: "refused" }, { address, requestId });
}

function toFull(error: unknown): "full" {
  if (error instanceof QueueFull) return "full";
  throw error;
}

/** Without the e-mail address, in whose place people type passwords. */
function refuse<Outcome extends SignInOutcome>(
  outcome: Outcome,
  request: { address: string; requestId: string },
): Outcome {
  log().info({ ...request, outcome: outcome.kind }, "a sign-in was refused");
  return outcome;
}
