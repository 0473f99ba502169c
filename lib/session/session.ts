/** Begins and ends sessions, with their cookies: only where cookies can be written, in actions and routes. */
import { recordSignIn, type SignInMethod } from "../store/sign-ins";
import { auth } from "./auth";
import { forgetForeignChoice } from "./organization";
import { pageRequest } from "./page-request";
import { writeCookies } from "./write-cookies";

export type Proof = { userId: string; email: string; method: SignInMethod };

/** For somebody who has just proved who they are. Ends the session that the browser had before. Answers the new one's token. */
export async function beginSession({ userId, email, method }: Proof): Promise<string> {
  const { address, requestId } = await pageRequest();
  await recordSignIn({ email, method, address, requestId });
  await forgetForeignChoice(email);
  return renewSession(userId);
}

/** For somebody who is signed in, and whose sessions have all been ended. */
export async function renewSession(userId: string): Promise<string> {
  const { headers, address } = await pageRequest();
  const started = await auth().api.startSession({ body: { userId, address }, headers, returnHeaders: true });
  await writeCookies(started.headers);
  return started.response.token;
}

/** The request that began a session does not carry its cookie yet, so that it is ended by its token. */
export async function abandonSession(token: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteSession(token);
  await endSession();
}

/** At once, in the database; the browser forgets its cookie. */
export async function endSession(): Promise<void> {
  const { headers } = await pageRequest();
  const ended = await auth().api.signOut({ headers, returnHeaders: true });
  await writeCookies(ended.headers);
}
