/**
 * What a browser has between the right password and the code: a secret, for ten minutes. It is no session, and nothing but the check
 * of a code asks for it. It stands in a cookie of its own, or with the open page that asks for the code: a cookie that is written
 * there would make Next load the page again, and what somebody has typed there would be gone.
 */
import { cookies } from "next/headers";
import { randomBytes } from "../../crypto/random-bytes";
import { dropHalfSignIn, findHalfSignIn, type HalfSignIn, keepHalfSignIn } from "../../store/people/second-factors";
import { cookieGuards, cookieName } from "../cookies";
import { hashLinkSecret } from "../sign-in-link";

const LIFETIME_SECONDS = 600;
const SECRET_BYTES = 32;

/** The secret, which the caller gives to the browser. */
export async function beginHalfSignIn({ userId, method }: HalfSignIn): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await keepHalfSignIn(hashLinkSecret(secret), { userId, method }, expires);
  return secret;
}

export async function rememberHalfSignIn(secret: string): Promise<void> {
  (await cookies()).set(name(), secret, { ...cookieGuards(), maxAge: LIFETIME_SECONDS });
}

/** That of the cookie; null where there is none. */
export async function rememberedHalfSignIn(): Promise<string | null> {
  return (await cookies()).get(name())?.value || null;
}

/** null: there is none of this secret, any more. */
export async function presentHalfSignIn(secret: string | null): Promise<HalfSignIn | null> {
  return secret === null ? null : findHalfSignIn(hashLinkSecret(secret));
}

/** false: it was used, or ended by another password meanwhile. */
export async function endHalfSignIn(secret: string): Promise<boolean> {
  const jar = await cookies();
  if (jar.has(name())) jar.set(name(), "", { ...cookieGuards(), maxAge: 0 });
  return dropHalfSignIn(hashLinkSecret(secret));
}

function name(): string {
  return cookieName("second_factor");
}
