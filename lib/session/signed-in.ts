/** Who makes this request: read from the database each time, so that a change of the member acts on the next request. */
import { cookies } from "next/headers";
import type { Member } from "../model";
import { listActiveMemberships, type Membership } from "../store/memberships";
import { readPrismaEngine } from "../store/prisma-engine";
import { auth } from "./auth";
import { chosenMembership } from "./organization";
import { pageRequest } from "./page-request";

export type SignedIn = {
  /** Of the chosen organisation; active. */
  member: Member;
  organization: { id: string; key: string; name: string };
  /** All active ones of this person, for the switch. */
  memberships: MembershipChoice[];
  /** When the person last proved who they are. */
  signedInAt: Date;
  /** The client's true address, for the audit log. */
  address: string;
  /** Made for each request, for the audit log. */
  requestId: string;
};

export type MembershipChoice = { memberId: string; organizationName: string };

/** Somebody whose session holds, in whatever organisation. */
type Person = { email: string; memberships: MembershipChoice[] };

export type Visitor =
  | ({ kind: "signed-in"; signedIn: SignedIn } & Person)
  | ({ kind: "must-choose" } & Person)
  | { kind: "signed-out" };

export async function findVisitor(): Promise<Visitor> {
  const { headers, address, requestId } = await pageRequest();
  await readPrismaEngine();
  const found = await auth().api.getSession({ headers: await withCurrentCookies(headers) });
  if (found === null) return { kind: "signed-out" };
  const active = await listActiveMemberships(found.user.email);
  if (active.length === 0) return { kind: "signed-out" };
  const memberships = active.map(toChoice);
  const person = { email: found.user.email, memberships };
  const chosen = await chosenMembership(active);
  if (chosen === undefined) return { kind: "must-choose", ...person };
  const signedInAt = found.session.createdAt;
  return { kind: "signed-in", ...person, signedIn: { ...chosen, memberships, signedInAt, address, requestId } };
}

/**
 * An action that begins a session has its page drawn anew within the same request, whose headers still name the session
 * before; Next's cookies are those that the browser will have.
 */
async function withCurrentCookies(received: Headers): Promise<Headers> {
  const current = new Headers(received);
  current.set("cookie", (await cookies()).toString());
  return current;
}

function toChoice({ member, organization }: Membership): MembershipChoice {
  return { memberId: member.id, organizationName: organization.name };
}
