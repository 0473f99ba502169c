/** Signing in with e-mail address and password, and signing out. */
import { cookies } from "next/headers";
import { log } from "../log";
import { findCredentials } from "../store/credentials";
import { listActiveMemberships } from "../store/memberships";
import { recordSignIn } from "../store/sign-ins";
import { beginAttempt } from "./attempts";
import { auth } from "./auth";
import { cookieName } from "./cookies";
import { isOwnOrigin } from "./origin";
import { pageRequest } from "./page-request";
import { passwordMatches } from "./password";
import { ORGANIZATION_COOKIE } from "./signed-in";

export type SignInOutcome = { kind: "signed-in" } | { kind: "refused" } | { kind: "wait"; seconds: number };

/**
 * One refusal for an unknown address, a wrong password, and a person who is an active member of nothing; the same work is
 * done for each.
 */
export async function signIn({ email, password }: { email: string; password: string }): Promise<SignInOutcome> {
  const { headers, address, requestId } = await pageRequest();
  if (!isOwnOrigin(headers)) return { kind: "refused" };
  const attempt = await beginAttempt(address, email);
  if (attempt.kind === "wait") return refuse(attempt, { address, requestId });
  const known = await findCredentials(email);
  const matches = await passwordMatches(password, known?.passwordHash ?? null);
  if (!matches || known === null || !known.isMember) return refuse({ kind: "refused" }, { address, requestId });
  await attempt.succeeded();
  await beginSession({ userId: known.userId, email, method: "password" });
  return { kind: "signed-in" };
}

export type Proof = { userId: string; email: string; method: "password" | "one-time link" };

/** For somebody who has just proved who they are. Writes the session's cookie, so only where cookies can be written. */
export async function beginSession({ userId, email, method }: Proof): Promise<void> {
  const { headers, address, requestId } = await pageRequest();
  await forgetForeignChoice(email);
  await recordSignIn({ email, method, address, requestId });
  await auth().api.startSession({ body: { userId, address }, headers });
}

/** Ends the session at once, in the database; the browser forgets its cookie. */
export async function signOut(): Promise<void> {
  const { headers } = await pageRequest();
  if (!isOwnOrigin(headers)) return;
  await auth().api.signOut({ headers });
}

/** The organisation that the last person at this browser chose may be none of this one's. */
async function forgetForeignChoice(email: string): Promise<void> {
  const jar = await cookies();
  const chosen = jar.get(cookieName(ORGANIZATION_COOKIE))?.value;
  if (chosen === undefined) return;
  const memberships = await listActiveMemberships(email);
  if (!memberships.some(({ member }) => member.id === chosen)) jar.delete(cookieName(ORGANIZATION_COOKIE));
}

/** Without the e-mail address, in whose place people type passwords. */
function refuse<Outcome extends SignInOutcome>(
  outcome: Outcome,
  request: { address: string; requestId: string },
): Outcome {
  log().info({ ...request, outcome: outcome.kind }, "a sign-in was refused");
  return outcome;
}
