/** How cookies of the pages are named and guarded. On https their names hold browsers to it: this host only, never in clear. */
import { env } from "../env";

export type CookieGuards = { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean };

export function cookieName(name: string): string {
  return `${prefix()}.${name}`;
}

export function cookieGuards(): CookieGuards {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() };
}

/** The same for Better Auth, whose own prefix would be the weaker `__Secure-`. */
export function cookieSettings() {
  return { cookiePrefix: prefix(), useSecureCookies: false, defaultCookieAttributes: cookieGuards() };
}

function prefix(): string {
  return isHttps() ? "__Host-records" : "records";
}

function isHttps(): boolean {
  return env().APP_URL.startsWith("https:");
}
