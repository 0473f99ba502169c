/**
 * How many pages and actions somebody can ask for, and how often they may fail to sign in: the limits of the pages, by address,
 * by session and by account.
 */
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

/** Whoever can look into Redis gets nobody's session, and does not learn who has an account. */
function hidden(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

export type Attempt = { kind: "allowed"; uncount(): Promise<void> } | { kind: "wait"; seconds: number };

/** `account`: an e-mail address as typed, whether or not anybody has it; null where none is named. */
export async function beginAttempt(address: string, account: string | null): Promise<Attempt> {
  const { signInsByAddress, signInsByAccount } = limiters();
  const attempt = await take(signInsByAddress, addressKey(address));
  return account === null ? attempt : takeToo(attempt, signInsByAccount, hidden(account.toLowerCase()));
}

/** Six digits can be guessed, by whoever has the password: of those few are let pass in a day. */
export async function beginCodeAttempt(address: string, userId: string): Promise<Attempt> {
  const attempt = await beginAttempt(address, `second factor ${userId}`);
  return takeToo(attempt, limiters().codesByPerson, hidden(userId));
}

/** Allowed where both are; what one of them refuses is not counted by the other. */
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
