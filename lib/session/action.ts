/**
 * Who is signed in, for server actions: every action asks one of these first. Each checks the request's origin, the session
 * and the member anew, whatever page the action was called from, and that they are the ones the page was made for.
 */
import { isOwnOrigin } from "./origin";
import { type PageMember, pageMember } from "./page-member";
import { pageRequest } from "./page-request";
import { findVisitor, type SignedIn, type Visitor } from "./signed-in";

/** `membership-ended`: the person is the same, and no active member of the page's organisation any more. */
export type Refused =
  | "signed-out"
  | "confirm-identity"
  | "another-person"
  | "another-organization"
  | "membership-ended"
  | "forbidden";

export type ActionRefusal = { refused: Refused };

/** Things that outlast the session ask for a proof of identity that is no older than this. */
export const FRESH_SECONDS = 15 * 60;

/** `page`: as the browser sent it. */
export async function memberForAction(page: unknown): Promise<SignedIn | ActionRefusal> {
  const { headers } = await pageRequest();
  if (!isOwnOrigin(headers)) return { refused: "forbidden" };
  const visitor = await findVisitor();
  if (visitor.kind === "signed-out") return { refused: "signed-out" };
  const parsed = pageMember.safeParse(page);
  return parsed.success ? requireSameMember(visitor, parsed.data) : { refused: "forbidden" };
}

/** For what makes or changes a secret: also refuses when the person proved who they are too long ago. */
export async function freshMemberForAction(page: unknown): Promise<SignedIn | ActionRefusal> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const ageSeconds = (Date.now() - signedIn.signedInAt.getTime()) / 1000;
  return ageSeconds > FRESH_SECONDS ? { refused: "confirm-identity" } : signedIn;
}

export async function administratorForAction(page: unknown): Promise<SignedIn | ActionRefusal> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  return signedIn.member.admin ? signedIn : { refused: "forbidden" };
}

type Present = Exclude<Visitor, { kind: "signed-out" }>;

function requireSameMember(visitor: Present, { memberId, email }: PageMember): SignedIn | ActionRefusal {
  const signedIn = visitor.kind === "signed-in" ? visitor.signedIn : null;
  if (signedIn?.member.id === memberId) return signedIn;
  if (!isSameAddress(visitor.email, email)) return { refused: "another-person" };
  const isStillMember = visitor.memberships.some((each) => each.memberId === memberId);
  return { refused: isStillMember ? "another-organization" : "membership-ended" };
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
