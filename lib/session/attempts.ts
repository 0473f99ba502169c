/**
 * How often somebody may try to sign in: by address, so that nobody tries many accounts, and by account, so that nobody
 * tries one from many addresses. Only failures count, but no more may be under way at once than may fail.
 */
import { createHash } from "node:crypto";
import { addressKey } from "../http/client-address";
import type { Limiter } from "../rate-limit/limiter";
import { pageLimiters } from "./limiters";

/** `uncount`: it was no failure. */
export type Attempt = { kind: "allowed"; uncount(): Promise<void> } | { kind: "wait"; seconds: number };

/** `account`: an e-mail address as typed, whether or not anybody has it; null where none is named. */
export async function beginAttempt(address: string, account: string | null): Promise<Attempt> {
  const { signInsByAddress, signInsByAccount } = pageLimiters();
  const byAddress = await take(signInsByAddress, addressKey(address));
  if (byAddress.kind === "wait" || account === null) return byAddress;
  const byAccount = await take(signInsByAccount, accountKey(account));
  if (byAccount.kind === "wait") {
    await byAddress.uncount();
    return byAccount;
  }
  const uncount = async () => void (await Promise.all([byAddress.uncount(), byAccount.uncount()]));
  return { kind: "allowed", uncount };
}

async function take(limiter: Limiter, key: string): Promise<Attempt> {
  const takenAt = Date.now();
  const window = await limiter.take(key);
  if (!window.allowed) return { kind: "wait", seconds: window.retryAfter };
  return { kind: "allowed", uncount: () => limiter.giveBack(key, takenAt) };
}

/** Who has an account is nobody's business who can look into Redis. */
function accountKey(account: string): string {
  return createHash("sha256").update(account.toLowerCase()).digest("base64url");
}
