/**
 * How many pages and actions somebody may ask for: an address, or a session of its own where a cookie that we have signed
 * came along, so that people who have signed in behind one address do not share.
 */
import { createHash } from "node:crypto";
import { addressKey } from "../http/client-address";
import type { Window } from "../rate-limit/limiter";
import { pageLimiters } from "./limiters";
import { signedToken } from "./session-cookie";

export type PageCall = { kind: "page" | "action"; address: string; sessionCookie: string | undefined };

export async function takePage({ kind, address, sessionCookie }: PageCall): Promise<Window> {
  const { pagesByAddress, pagesBySession, actionsByAddress, actionsBySession } = pageLimiters();
  const token = signedToken(sessionCookie);
  if (token === null) return (kind === "page" ? pagesByAddress : actionsByAddress).take(addressKey(address));
  return (kind === "page" ? pagesBySession : actionsBySession).take(sessionKey(token));
}

/** Whoever can look into Redis gets nobody's session. */
function sessionKey(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
