/**
 * Who is signed in, for server actions: every action asks one of these first. Each checks the request's origin, the session
 * and the member anew, whatever page the action was called from.
 */
import { isOwnOrigin } from "./origin";
import { pageRequest } from "./page-request";
import { findVisitor, type SignedIn } from "./signed-in";

export type ActionRefusal = { refused: "signed-out" | "confirm-identity" | "forbidden" };

/** Things that outlast the session ask for a proof of identity that is no older than this. */
export const FRESH_SECONDS = 15 * 60;

export async function memberForAction(): Promise<SignedIn | ActionRefusal> {
  const { headers } = await pageRequest();
  if (!isOwnOrigin(headers)) return { refused: "forbidden" };
  const visitor = await findVisitor();
  if (visitor.kind === "signed-in") return visitor.signedIn;
  return { refused: visitor.kind === "signed-out" ? "signed-out" : "forbidden" };
}

/** For what makes or changes a secret: also refuses when the person proved who they are too long ago. */
export async function freshMemberForAction(): Promise<SignedIn | ActionRefusal> {
  const signedIn = await memberForAction();
  if ("refused" in signedIn) return signedIn;
  const ageSeconds = (Date.now() - signedIn.signedInAt.getTime()) / 1000;
  return ageSeconds > FRESH_SECONDS ? { refused: "confirm-identity" } : signedIn;
}

export async function administratorForAction(): Promise<SignedIn | ActionRefusal> {
  const signedIn = await memberForAction();
  if ("refused" in signedIn) return signedIn;
  return signedIn.member.admin ? signedIn : { refused: "forbidden" };
}
