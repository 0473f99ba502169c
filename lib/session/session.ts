/** Starts and ends sessions and their cookies. Only for actions and routes, where cookies can be written. */
import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies";
import { cookies } from "next/headers";
import { hasSecondFactor } from "../store/people/second-factors";
import { recordOfPerson, recordSignIn, type SignInMethod, type SignInRecord } from "../store/people/users";
import { auth } from "./better-auth";
import { pageRequest } from "./page-request";
import { beginHalfSignIn } from "./second-factor/half-sign-in";
import { findVisitor, forgetForeignChoice } from "./visitor";

type Proof = { userId: string; email: string; method: SignInMethod };

/** A person with a second factor gets only a half sign-in, unless this browser's session was started with the factor. */
export async function enter(proof: Proof): Promise<Entered> {
  const secondFactorAt = await givenBefore(proof.userId);
  if (secondFactorAt === null && (await hasSecondFactor({ id: proof.userId }))) {
    return { kind: "second-factor", half: await beginHalfSignIn(proof) };
  }
  await beginSession(proof, { at: secondFactorAt });
  return { kind: "signed-in" };
}

/** `half` is its secret, for the browser. */
export type Entered = { kind: "signed-in" } | { kind: "second-factor"; half: string };

/** When this person gave their factor in this browser's session; null if they did not. */
async function givenBefore(userId: string): Promise<Date | null> {
  const { headers } = await pageRequest();
  const present = await auth().api.getSession({ headers });
  return present?.user.id === userId ? (present.session.secondFactorAt ?? null) : null;
}

/** `by` is how the factor was given, if just now. */
type GivenFactor = { at: Date | null; by?: SignInRecord["secondFactor"] };

/** After a full proof of identity. Ends the browser's previous session. */
export async function beginSession({ userId, email, method }: Proof, { at, by }: GivenFactor): Promise<void> {
  const { address, requestId } = await pageRequest();
  await recordSignIn({ email, method, ...(by && { secondFactor: by }), address, requestId });
  await forgetForeignChoice(email);
  await renewSession(userId, at);
}

/** For a signed-in person whose sessions have all been ended. */
export async function renewSession(userId: string, secondFactorAt: Date | null): Promise<void> {
  const { headers, address } = await pageRequest();
  const body = { userId, address, secondFactorAt };
  const started = await auth().api.startSession({ body, headers, returnHeaders: true });
  await writeCookies(started.headers);
}

/** Recorded in the audit log. Does nothing if nobody is signed in. */
export async function signOut(): Promise<void> {
  const visitor = await findVisitor();
  await endSession();
  if (visitor.kind === "signed-out") return;
  const { address, requestId } = await pageRequest();
  await recordOfPerson("member.sign-out", { email: visitor.email, address, requestId });
}

/** Ends the session in the database immediately; the browser drops its cookie. */
export async function endSession(): Promise<void> {
  const { headers } = await pageRequest();
  const ended = await auth().api.signOut({ headers, returnHeaders: true });
  await writeCookies(ended.headers);
}

/** Call only when a session starts or ends: a cookie written in any other action makes Next reload the page and lose input. */
export async function writeCookies(headers: Headers): Promise<void> {
  const jar = await cookies();
  for (const line of headers.getSetCookie()) {
    for (const [name, cookie] of parseSetCookieHeader(line)) jar.set(name, cookie.value, toCookieOptions(cookie));
  }
}
