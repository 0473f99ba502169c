/** Rate limits of the pages by address and session, and of failed sign-ins by address and account. */
import { createHash } from "node:crypto";
import { addressKey } from "../../http/client-address";
import type { Limiter, Window } from "../../rate-limit/limiter";
import { limiters } from "../../rate-limit/open";
import { signedToken } from "../cookies";

type PageCall = { kind: "page" | "action"; address: string; sessionCookie: string | undefined };

export async function takePage({ kind, address, sessionCookie }: PageCall): Promise<Window> {
  const { pagesByAddress, pagesBySession, actionsByAddress, actionsBySession } = limiters();
  const token = signedToken(sessionCookie);
  if (token === null) return (kind === "page" ? pagesByAddress : actionsByAddress).take(addressKey(address));
  return (kind === "page" ? pagesBySession : actionsBySession).take(hidden(token));
}

/** Hashed, so that reading Redis reveals no session and no account. */
function hidden(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

export type Attempt = { kind: "allowed"; uncount(): Promise<void> } | { kind: "wait"; seconds: number };

/** `account` is an e-mail address as typed, whether or not it exists; null if none is given. */
export async function beginAttempt(address: string, account: string | null): Promise<Attempt> {
  const { signInsByAddress, signInsByAccount } = limiters();
  const attempt = await take(signInsByAddress, addressKey(address));
  return account === null ? attempt : takeToo(attempt, signInsByAccount, hidden(account.toLowerCase()));
}

/** An attacker with the password could guess six digits, so only a few attempts a day are allowed. */
export async function beginCodeAttempt(address: string, userId: string): Promise<Attempt> {
  const attempt = await beginAttempt(address, `second factor ${userId}`);
  return takeToo(attempt, limiters().codesByPerson, hidden(userId));
}

/** Both limits must allow it. An attempt that one refuses does not count against the other. */
async function takeToo(attempt: Attempt, limiter: Limiter, key: string): Promise<Attempt> {
  if (attempt.kind === "wait") return attempt;
  const other = await take(limiter, key);
  if (other.kind === "wait") {
    await attempt.uncount();
    return other;
  }
  return { kind: "allowed", uncount: async () => void (await Promise.all([attempt.uncount(), other.uncount()])) };
}

async function take(limiter: Limiter, key: string): Promise<Attempt> {
  const takenAt = Date.now();
  const window = await limiter.take(key);
  if (!window.allowed) return { kind: "wait", seconds: window.retryAfter };
  return { kind: "allowed", uncount: () => limiter.giveBack(key, takenAt) };
}
