/** Signing in with e-mail address and password, or with a one-time link; and choosing another password. */
import { readPrismaEngine } from "../postgres/postgres";
import { log } from "../process/log";
import { findCredentials, isStillPassword, redeemSignInLink, setPassword } from "../store/people/credentials";
import { redeemMemberLink } from "../store/people/member-links";
import { findUserEmail } from "../store/people/users";
import { beginAttempt } from "./gate/page-limits";
import { pageRequest } from "./page-request";
import { hashNewPassword, passwordMatches, toBusy } from "./password";
import { checkFactor } from "./second-factor/check-factor";
import { endHalfSignIn, presentHalfSignIn } from "./second-factor/half-sign-in";
import { beginSession, type Entered, endSession, enter, renewSession } from "./session";
import { hashLinkSecret } from "./sign-in-link";
import { isPassword } from "./sign-in-messages";
import { actorOf, findVisitor, rememberChoice, type SignedIn } from "./visitor";

/** `busy`: too many sign in at once, and nothing was looked at. `second-factor`: nobody is signed in until the code has come, too. */
type SignInOutcome = Entered | { kind: "refused" } | { kind: "busy" } | { kind: "wait"; seconds: number };

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
  const matches = await passwordMatches(password, known?.passwordHash ?? null).catch(toBusy);
  if (matches === "busy") {
    await attempt.uncount();
    return refuse({ kind: "busy" }, { address, requestId });
  }
  if (!matches || known === null || !known.isMember) return refuse({ kind: "refused" }, { address, requestId });
  await attempt.uncount();
  const entered = await enter({ userId: known.userId, email, method: "password" });
  if (await isStillPassword(known)) return entered;
  await (entered.kind === "signed-in" ? endSession() : endHalfSignIn(entered.half));
  return refuse({ kind: "refused" }, { address, requestId });
}

/** "ended": ten minutes are over, or the password was changed meanwhile. "used": the code was right, and has been used. */
type CodeOutcome = { kind: "signed-in" | "wrong" | "used" | "ended" } | { kind: "wait"; seconds: number };

/** The second step of a sign-in: `code` is one of the person's app, or a recovery code. `half`: the secret of the first step. */
export async function signInWithFactor(code: string, half: string | null): Promise<CodeOutcome> {
  const found = await presentHalfSignIn(half);
  if (half === null || found === null) return { kind: "ended" };
  const { userId, method } = found;
  const email = await findUserEmail(userId);
  const check = await checkFactor({ userId, email }, code);
  if (check.kind !== "right") return check;
  await beginSession({ userId, email, method }, { at: new Date(), by: check.by });
  // Asked after: a password that is set at this moment ends either the session or the half of it.
  if (await endHalfSignIn(half)) return { kind: "signed-in" };
  await endSession();
  return { kind: "ended" };
}

/** Without the e-mail address, in whose place people type passwords. */
function refuse<Outcome extends SignInOutcome>(
  outcome: Outcome,
  request: { address: string; requestId: string },
): Outcome {
  log().info({ ...request, outcome: outcome.kind }, "a sign-in was refused");
  return outcome;
}

/** `hasPassword`: else they have one to choose. */
type LinkOutcome = (Entered & { hasPassword: boolean }) | { kind: "refused" } | { kind: "wait"; seconds: number };

/** One refusal for links that are unknown, used, expired, of somebody who is no active member any more, or who has another account. */
export async function redeemLink(secret: string): Promise<LinkOutcome> {
  const { address, requestId } = await pageRequest();
  const attempt = await beginAttempt(address, null);
  if (attempt.kind === "wait") return attempt;
  const hash = hashLinkSecret(secret);
  const redeemed =
    (await redeemSignInLink(hash, { address, requestId })) ?? (await redeemOfMember(hash, { address, requestId }));
  if (redeemed === null) return { kind: "refused" };
  await attempt.uncount();
  const { userId, email } = redeemed;
  const entered = await enter({ userId, email, method: "one-time link" });
  return { ...entered, hasPassword: ((await findCredentials(email))?.passwordHash ?? null) !== null };
}

/** A link that an administrator made: good in their organisation alone, which is the one to work in then. */
async function redeemOfMember(secretHash: string, request: { address: string; requestId: string }) {
  const visitor = await findVisitor();
  const signedInAs = visitor.kind === "signed-out" ? null : visitor.email;
  const redeemed = await redeemMemberLink(secretHash, { signedInAs, ...request });
  if (redeemed !== null) await rememberChoice(redeemed.memberId);
  return redeemed;
}

/** `busy`: too many passwords are being looked at, and this one was not set. */
export type PasswordOutcome = { kind: "changed" | "not a password" | "busy" };

/** Ends all other sessions of the person; the one of this browser is renewed. */
export async function changePassword(signedIn: SignedIn, password: string): Promise<PasswordOutcome> {
  if (!isPassword(password)) return { kind: "not a password" };
  const { member } = signedIn;
  const passwordHash = await hashNewPassword(password).catch(toBusy);
  if (passwordHash === "busy") return { kind: "busy" };
  await setPassword({ member, email: member.email, passwordHash, ...actorOf(signedIn) });
  const credentials = await findCredentials(member.email);
  if (credentials !== null) await renewSession(credentials.userId, signedIn.secondFactorAt);
  return { kind: "changed" };
}
