/** Begins and ends sessions, with their cookies: only where cookies can be written, in actions and routes. */
import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies";
import { cookies } from "next/headers";
import { hasSecondFactor } from "../store/people/second-factors";
import { recordSignIn, type SignInMethod, type SignInRecord } from "../store/people/users";
import { auth } from "./better-auth";
import { pageRequest } from "./page-request";
import { beginHalfSignIn } from "./second-factor/half-sign-in";
import { forgetForeignChoice } from "./visitor";

type Proof = { userId: string; email: string; method: SignInMethod };

/**
 * For somebody whose password or link was right. Where they have a second factor, and this browser's own session was not begun with
 * it, that is all they have: a half sign-in, which opens nothing.
 */
export async function enter(proof: Proof): Promise<Entered> {
  const secondFactorAt = await givenBefore(proof.userId);
  if (secondFactorAt === null && (await hasSecondFactor({ id: proof.userId }))) {
    return { kind: "second-factor", half: await beginHalfSignIn(proof) };
  }
  await beginSession(proof, { at: secondFactorAt });
  return { kind: "signed-in" };
}

/** `half`: the secret of the half sign-in, for the browser. */
export type Entered = { kind: "signed-in" } | { kind: "second-factor"; half: string };

/** The factor that this person has given in this browser's session; null: none. */
async function givenBefore(userId: string): Promise<Date | null> {
  const { headers } = await pageRequest();
  const present = await auth().api.getSession({ headers });
  return present?.user.id === userId ? (present.session.secondFactorAt ?? null) : null;
}

/** `by`: where it was given just now. */
type GivenFactor = { at: Date | null; by?: SignInRecord["secondFactor"] };

/** For somebody who has proved who they are in full. Ends the session that the browser had before. */
export async function beginSession({ userId, email, method }: Proof, { at, by }: GivenFactor): Promise<void> {
  const { address, requestId } = await pageRequest();
  await recordSignIn({ email, method, ...(by && { secondFactor: by }), address, requestId });
  await forgetForeignChoice(email);
  await renewSession(userId, at);
}

/** For somebody who is signed in, and whose sessions have all been ended. */
export async function renewSession(userId: string, secondFactorAt: Date | null): Promise<void> {
  const { headers, address } = await pageRequest();
  const body = { userId, address, secondFactorAt };
  const started = await auth().api.startSession({ body, headers, returnHeaders: true });
  await writeCookies(started.headers);
}

/** At once, in the database; the browser forgets its cookie. */
export async function endSession(): Promise<void> {
  const { headers } = await pageRequest();
  const ended = await auth().api.signOut({ headers, returnHeaders: true });
  await writeCookies(ended.headers);
}

/**
 * Hands Better Auth's cookies to Next. Only where a session begins or ends: a cookie that is written while an action merely
 * asks who is there would make Next load the page again, and what somebody has typed there would be gone.
 */
export async function writeCookies(headers: Headers): Promise<void> {
  const jar = await cookies();
  for (const line of headers.getSetCookie()) {
    for (const [name, cookie] of parseSetCookieHeader(line)) jar.set(name, cookie.value, toCookieOptions(cookie));
  }
}
