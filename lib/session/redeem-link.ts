/** Signs in whoever holds a one-time link. */
import { redeemSignInLink } from "../store/sign-in-links";
import { beginAttempt } from "./attempts";
import { pageRequest } from "./page-request";
import { beginSession } from "./session";
import { hashLinkSecret } from "./sign-in-link";

export type LinkOutcome = { kind: "signed-in" | "refused" } | { kind: "wait"; seconds: number };

/** One refusal for links that are unknown, used, expired, or of somebody who is no active member any more. */
export async function redeemLink(secret: string): Promise<LinkOutcome> {
  const { address } = await pageRequest();
  const attempt = await beginAttempt(address, null);
  if (attempt.kind === "wait") return attempt;
  const redeemed = await redeemSignInLink(hashLinkSecret(secret));
  if (redeemed === null) return { kind: "refused" };
  await attempt.uncount();
  await beginSession({ ...redeemed, method: "one-time link" });
  return { kind: "signed-in" };
}
