/**
 * What a browser has between the right password and the code: a secret in a cookie of its own, for ten minutes. It is no session, and
 * nothing but the check of a code asks for it.
 */
import { cookies } from "next/headers";
import { randomBytes } from "../../random-bytes";
import { dropHalfSignIn, findHalfSignIn, type HalfSignIn, keepHalfSignIn } from "../../store/people/second-factors";
import { cookieGuards, cookieName } from "../cookies";
import { hashLinkSecret } from "../sign-in-link";

const LIFETIME_SECONDS = 600;
const SECRET_BYTES = 32;

export async function beginHalfSignIn({ userId, method }: HalfSignIn): Promise<void> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await keepHalfSignIn(hashLinkSecret(secret), { userId, method }, expires);
  (await cookies()).set(name(), secret, { ...cookieGuards(), maxAge: LIFETIME_SECONDS });
}

/** null: there is none, any more. */
export async function presentHalfSignIn(): Promise<HalfSignIn | null> {
  const hash = await presentHash();
  return hash === null ? null : findHalfSignIn(hash);
}

/** false: it was used, or ended by another password meanwhile. */
export async function endHalfSignIn(): Promise<boolean> {
  const hash = await presentHash();
  if (hash === null) return false;
  (await cookies()).set(name(), "", { ...cookieGuards(), maxAge: 0 });
  return dropHalfSignIn(hash);
}

async function presentHash(): Promise<string | null> {
  const secret = (await cookies()).get(name())?.value;
  return secret ? hashLinkSecret(secret) : null;
}

function name(): string {
  return cookieName("second_factor");
}
