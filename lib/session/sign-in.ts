import { after } from "next/server";
import { log } from "../process/log";
import { findCredentials, isStillPassword, redeemSignInLink, setPassword } from "../store/people/credentials";
import { redeemMemberLink } from "../store/people/member-links";
import { findUserEmail, recordOfPerson } from "../store/people/users";
import { readPrismaEngine } from "../store/prisma";
import { beginAttempt } from "./gate/page-limits";
import { pageRequest } from "./page-request";
import { hashNewPassword, passwordMatches, toBusy } from "./password";
import { checkFactor } from "./second-factor/check-factor";
import { endHalfSignIn, presentHalfSignIn } from "./second-factor/half-sign-in";
import { beginSession, type Entered, endSession, enter, renewSession } from "./session";
import { hashLinkSecret } from "./sign-in-link";
import { isPassword } from "./sign-in-messages";
import { actorOf, findVisitor, rememberChoice, type SignedIn } from "./visitor";

/** `busy`: nothing was checked. `second-factor`: a code is needed next. */
type SignInOutcome = Entered | { kind: "refused" } | { kind: "busy" } | { kind: "wait"; seconds: number };

/** One refusal, after equal work, for an unknown address, a wrong password, and a person without an active membership. */
export async function signIn({ email, password }: { email: string; password: string }): Promise<SignInOutcome> {
  const { address, requestId } = await pageRequest();
  const attempt = await beginAttempt(address, email);
  if (attempt.kind === "wait") return refuse(attempt, { address, requestId });
  await readPrismaEngine();
  // PostgreSQL cannot store such a text, so no member has such an address.
  const known = email.includes("\0") ? null : await findCredentials(email);
  const matches = await passwordMatches(password, known?.passwordHash ?? null).catch(toBusy);
  if (matches === "busy") {
    await attempt.uncount();
    return refuse({ kind: "busy" }, { address, requestId });
  }
  if (!matches || known === null || !known.isMember) {
    // After the response, because the time of writing would reveal which addresses belong to members.
    after(() => recordOfPerson("member.sign-in-refused", { email, address, requestId }).catch(logFailure));
    return refuse({ kind: "refused" }, { address, requestId });
  }
  await attempt.uncount();
  const entered = await enter({ userId: known.userId, email, method: "password" });
  if (await isStillPassword(known)) return entered;
  await (entered.kind === "signed-in" ? endSession() : endHalfSignIn(entered.half));
  return refuse({ kind: "refused" }, { address, requestId });
}

/** "ended": after ten minutes, or by a change of password. "used": the code is right, but was used before. */
type CodeOutcome = { kind: "signed-in" } | { kind: "wrong" | "used" | "ended" } | { kind: "wait"; seconds: number };

/** `code` is from the person's app, or a recovery code. `half` is the secret of the first step. */
export async function signInWithFactor(code: string, half: string | null): Promise<CodeOutcome> {
  const found = await presentHalfSignIn(half);
  if (half === null || found === null) return { kind: "ended" };
  const { userId, method } = found;
  const email = await findUserEmail(userId);
  const check = await checkFactor({ userId, email }, code);
  if (check.kind !== "right") return check;
  await beginSession({ userId, email, method }, { at: new Date(), by: check.by });
  // Checked afterwards: if the password is changed at this moment, either the session or the half sign-in ends.
  if (await endHalfSignIn(half)) return { kind: "signed-in" };
  await endSession();
  return { kind: "ended" };
}

function logFailure(error: Error): void {
  log().error({ error: error.message }, "a refused sign-in was not written to the audit log");
}

/** Logs no e-mail address, because people type passwords into that field. */
function refuse<Outcome extends SignInOutcome>(
  outcome: Outcome,
  request: { address: string; requestId: string },
): Outcome {
  log().info({ ...request, outcome: outcome.kind }, "a sign-in was refused");
  return outcome;
}

/** Without a password (`hasPassword`), the person chooses one next. */
type LinkOutcome = (Entered & { hasPassword: boolean }) | { kind: "refused" } | { kind: "wait"; seconds: number };

/** One refusal for unknown, used and expired links, and for people without an active membership or with another account. */
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

/** A link created by an administrator. It is valid only for their organization, which becomes the current one. */
async function redeemOfMember(secretHash: string, request: { address: string; requestId: string }) {
  const visitor = await findVisitor();
  const signedInAs = visitor.kind === "signed-out" ? null : visitor.email;
  const redeemed = await redeemMemberLink(secretHash, { signedInAs, ...request });
  if (redeemed !== null) await rememberChoice(redeemed.memberId);
  return redeemed;
}

/** `busy`: too many passwords are being hashed; this one was not set. */
export type PasswordOutcome = { kind: "changed" | "not a password" | "busy" };

/** Ends all other sessions of the person, and renews that of this browser. */
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
