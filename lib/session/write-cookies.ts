/**
 * Hands Better Auth's cookies to Next. Only where a session begins or ends: a cookie that is written while an action merely
 * asks who is there would make Next load the page anew, and what somebody has typed there would be gone.
 */
import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies";
import { cookies } from "next/headers";

export async function writeCookies(headers: Headers): Promise<void> {
  const jar = await cookies();
  for (const line of headers.getSetCookie()) {
    for (const [name, cookie] of parseSetCookieHeader(line)) jar.set(name, cookie.value, toCookieOptions(cookie));
  }
}
