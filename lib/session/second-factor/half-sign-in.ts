/**
 * A sign-in between the right password and the code: a secret that is valid for ten minutes. It is not a session; only the check
 * of a code reads it. The browser keeps it in a cookie of its own, or in the open page that asks for the code: writing a cookie
 * there would make Next reload the page, and the person's input would be lost.
 */
import { cookies } from "next/headers";
import { randomBytes } from "../../crypto/random-bytes";
import { dropHalfSignIn, findHalfSignIn, type HalfSignIn, keepHalfSignIn } from "../../store/people/second-factors";
import { cookieGuards, cookieName } from "../cookies";
import { hashLinkSecret } from "../sign-in-link";

const LIFETIME_SECONDS = 600;
const SECRET_BYTES = 32;

/** Returns the secret, for the browser. */
export async function beginHalfSignIn({ userId, method }: HalfSignIn): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await keepHalfSignIn(hashLinkSecret(secret), { userId, method }, expires);
  return secret;
}

export async function rememberHalfSignIn(secret: string): Promise<void> {
  (await cookies()).set(name(), secret, { ...cookieGuards(), maxAge: LIFETIME_SECONDS });
}

/** The secret in the cookie; null if there is none. */
export async function rememberedHalfSignIn(): Promise<string | null> {
  return (await cookies()).get(name())?.value || null;
}

/** null if none with this secret exists, or if it has ended. */
export async function presentHalfSignIn(secret: string | null): Promise<HalfSignIn | null> {
  return secret === null ? null : findHalfSignIn(hashLinkSecret(secret));
}

/** Returns false if it was used, or ended by a change of password meanwhile. */
export async function endHalfSignIn(secret: string): Promise<boolean> {
  const jar = await cookies();
  if (jar.has(name())) jar.set(name(), "", { ...cookieGuards(), maxAge: 0 });
  return dropHalfSignIn(hashLinkSecret(secret));
}

function name(): string {
  return cookieName("second_factor");
}
