/** Signs in whoever holds a one-time link. */
import { redeemSignInLink } from "../store/sign-in-links";
import { beginAttempt } from "./attempts";
import { isOwnOrigin } from "./origin";
import { pageRequest } from "./page-request";
import { beginSession } from "./session";
import type { SignInOutcome } from "./sign-in";
import { hashLinkSecret } from "./sign-in-link";

/** One refusal for links that are unknown, used, expired, or of somebody who is no active member any more. */
export async function redeemLink(secret: string): Promise<SignInOutcome> {
  const { headers, address } = await pageRequest();
  if (!isOwnOrigin(headers)) return { kind: "refused" };
  const attempt = await beginAttempt(address, null);
  if (attempt.kind === "wait") return attempt;
  const redeemed = await redeemSignInLink(hashLinkSecret(secret));
  if (redeemed === null) return { kind: "refused" };
  await attempt.succeeded();
  await beginSession({ ...redeemed, method: "one-time link" });
  return { kind: "signed-in" };
}
