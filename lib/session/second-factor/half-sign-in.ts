/**
 * A sign-in between password and code: a secret valid for ten minutes, read only by the check of a code. It is in a cookie, or
 * in the page that asks for the code: a cookie written there would make Next reload the page and lose the person's input.
 */
import { cookies } from "next/headers";
import { randomBytes } from "../../crypto/random-bytes";
import { dropHalfSignIn, findHalfSignIn, type HalfSignIn, keepHalfSignIn } from "../../store/people/second-factors";
import { cookieGuards, cookieName } from "../cookies";
import { hashLinkSecret } from "../sign-in-link";

const LIFETIME_SECONDS = 600;
const SECRET_BYTES = 32;

export async function beginHalfSignIn({ userId, method }: HalfSignIn): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await keepHalfSignIn(hashLinkSecret(secret), { userId, method }, expires);
  return secret;
}

export async function rememberHalfSignIn(secret: string): Promise<void> {
  (await cookies()).set(name(), secret, { ...cookieGuards(), maxAge: LIFETIME_SECONDS });
}

export async function rememberedHalfSignIn(): Promise<string | null> {
  return (await cookies()).get(name())?.value || null;
}

/** null if unknown or ended. */
export async function presentHalfSignIn(secret: string | null): Promise<HalfSignIn | null> {
  return secret === null ? null : findHalfSignIn(hashLinkSecret(secret));
}

/** Returns false if it was used, or ended by a change of password. */
export async function endHalfSignIn(secret: string): Promise<boolean> {
  const jar = await cookies();
  if (jar.has(name())) jar.set(name(), "", { ...cookieGuards(), maxAge: 0 });
  return dropHalfSignIn(hashLinkSecret(secret));
}

function name(): string {
  return cookieName("second_factor");
}
