/** The pages' cookies. The signature of a session cookie is checked before any query. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "../crypto/derived-key";
import { env } from "../process/env";

export function cookieName(name: string): string {
  return `${prefix()}.${name}`;
}

export function cookieGuards() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() } as const;
}

/** Better Auth uses them, too: its own prefix would be the weaker `__Secure-`. */
export function cookieSettings() {
  return { cookiePrefix: prefix(), useSecureCookies: false, defaultCookieAttributes: cookieGuards() };
}

function prefix(): string {
  return isHttps() ? "__Host-records" : "records";
}

function isHttps(): boolean {
  return env().APP_URL.startsWith("https:");
}

export function sessionSecret(): string {
  return derivedKey("session").toString("base64url");
}

export function sessionCookieName(): string {
  return cookieName("session_token");
}

/** null unless this service signed the cookie. The session may have ended since. Better Auth writes `token.signature`. */
export function signedToken(value: string | undefined): string | null {
  if (value === undefined) return null;
  const dot = value.lastIndexOf(".");
  const token = value.slice(0, Math.max(dot, 0));
  const signature = Buffer.from(value.slice(dot + 1), "base64");
  const expected = createHmac("sha256", sessionSecret()).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}
