/** Begins and ends sessions, with their cookies: only where cookies can be written, in actions and routes. */
import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies";
import { cookies } from "next/headers";
import { recordSignIn, type SignInMethod } from "../store/people/users";
import { auth } from "./better-auth";
import { pageRequest } from "./page-request";
import { forgetForeignChoice } from "./visitor";

type Proof = { userId: string; email: string; method: SignInMethod };

/** For somebody who has just proved who they are. Ends the session that the browser had before. */
export async function beginSession({ userId, email, method }: Proof): Promise<void> {
  const { address, requestId } = await pageRequest();
  await recordSignIn({ email, method, address, requestId });
  await forgetForeignChoice(email);
  await renewSession(userId);
}

/** For somebody who is signed in, and whose sessions have all been ended. */
export async function renewSession(userId: string): Promise<void> {
  const { headers, address } = await pageRequest();
  const started = await auth().api.startSession({ body: { userId, address }, headers, returnHeaders: true });
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
