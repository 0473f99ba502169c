/** What a session's cookie says by itself, before the database is asked: whether this service has signed it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "../derived-key";
import { cookieName } from "./cookies";

export function sessionSecret(): string {
  return derivedKey("session").toString("base64url");
}

export function sessionCookieName(): string {
  return cookieName("session_token");
}

/**
 * The session's token, where `value` is a cookie that began a session once: it may have ended since, but nobody can make one
 * up. null for anything else. Better Auth writes `token.signature`.
 */
export function signedToken(value: string | undefined): string | null {
  if (value === undefined) return null;
  const dot = value.lastIndexOf(".");
  const token = value.slice(0, Math.max(dot, 0));
  const signature = Buffer.from(value.slice(dot + 1), "base64");
  const expected = createHmac("sha256", sessionSecret()).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}
