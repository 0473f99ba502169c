/** Who makes this request: read from the database each time, so that a change of the member acts on the next request. */
import { cookies } from "next/headers";
import type { Member } from "../model";
import { listActiveMemberships, type Membership } from "../store/memberships";
import { auth } from "./auth";
import { cookieName } from "./cookies";
import { pageRequest } from "./page-request";

export type SignedIn = {
  /** Of the chosen organisation; active. */
  member: Member;
  organization: { id: string; key: string; name: string };
  /** All active ones of this person, for the switch. */
  memberships: { memberId: string; organizationName: string }[];
  /** When the person last proved who they are. */
  signedInAt: Date;
  /** The client's true address, for the audit log. */
  address: string;
  /** Made for each request, for the audit log. */
  requestId: string;
};

/** The cookie that remembers the chosen organisation. It carries no authority: it is looked up among the memberships. */
export const ORGANIZATION_COOKIE = "organization";

export type Visitor = { kind: "signed-in"; signedIn: SignedIn } | { kind: "signed-out" | "must-choose" };

export async function findVisitor(): Promise<Visitor> {
  const { headers, address, requestId } = await pageRequest();
  const found = await auth().api.getSession({ headers });
  if (found === null) return { kind: "signed-out" };
  const memberships = await listActiveMemberships(found.user.email);
  if (memberships.length === 0) return { kind: "signed-out" };
  const chosen = choose(memberships, (await cookies()).get(cookieName(ORGANIZATION_COOKIE))?.value);
  if (chosen === undefined) return { kind: "must-choose" };
  const signedIn = {
    ...chosen,
    memberships: memberships.map(({ member, organization }) => ({
      memberId: member.id,
      organizationName: organization.name,
    })),
    signedInAt: found.session.createdAt,
    address,
    requestId,
  };
  return { kind: "signed-in", signedIn };
}

/** A choice that no longer holds is not silently replaced: what a form was filled in for must not happen elsewhere. */
function choose(memberships: Membership[], memberId: string | undefined): Membership | undefined {
  if (memberId === undefined) return memberships.length === 1 ? memberships[0] : undefined;
  return memberships.find(({ member }) => member.id === memberId);
}
