/**
 * Who makes this request, and in which of their organisations they work: read from the database each time, so that a change of
 * the member acts on the next request. Actions have `action.ts`, which refuses instead of redirecting.
 */
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import type { Member } from "../model";
import { readPrismaEngine } from "../postgres/postgres";
import { listActiveMemberships, type Membership } from "../store/people/members";
import { YEAR_SECONDS } from "../time/durations";
import { auth } from "./better-auth";
import { cookieGuards, cookieName } from "./cookies";
import { currentPath, pageRequest } from "./page-request";
import { mustHaveSecondFactor } from "./second-factor/requirement";

export type SignedIn = {
  member: Member;
  organization: { id: string; key: string; name: string };
  /** All active ones of this person, for the switch. */
  memberships: MembershipChoice[];
  /** When the person last proved who they are. */
  signedInAt: Date;
  /** When they gave their second factor, here or to the identity provider; null: they have none. */
  secondFactorAt: Date | null;
  /** The client's true address, for the audit log. */
  address: string;
  /** Made for each request, for the audit log. */
  requestId: string;
};

export type MembershipChoice = { memberId: string; organizationName: string };

/** Somebody whose session is good, in whatever organisation. */
type Person = { email: string; memberships: MembershipChoice[] };

/** `must-enrol`: the organisation asks for a second factor. Until there is one, nothing is done for them but setting it up. */
export type Visitor =
  | ({ kind: "signed-in" | "must-enrol"; signedIn: SignedIn } & Person)
  | ({ kind: "must-choose" } & Person)
  | { kind: "signed-out" };

export async function findVisitor(): Promise<Visitor> {
  const { headers, address, requestId } = await pageRequest();
  await readPrismaEngine();
  const found = await auth().api.getSession({ headers });
  if (found === null) return { kind: "signed-out" };
  const secondFactorAt = found.session.secondFactorAt ?? null;
  // Begun before there was one, or by a version of this service that does not ask for it.
  if (secondFactorAt === null && found.user.secondFactorSince) return { kind: "signed-out" };
  const active = await listActiveMemberships(found.user.email);
  if (active.length === 0) return { kind: "signed-out" };
  const memberships = active.map(toChoice);
  const person = { email: found.user.email, memberships };
  const chosen = await chosenMembership(active);
  if (chosen === undefined) return { kind: "must-choose", ...person };
  const signedInAt = found.session.createdAt;
  const signedIn = { ...chosen, memberships, signedInAt, secondFactorAt, address, requestId };
  const mustEnrol = secondFactorAt === null && (await mustHaveSecondFactor(chosen.member));
  return { kind: mustEnrol ? "must-enrol" : "signed-in", ...person, signedIn };
}

function toChoice({ member, organization }: Membership): MembershipChoice {
  return { memberId: member.id, organizationName: organization.name };
}

/** Redirects to the sign-in page when nobody is signed in. Asked once per request, however many parts of a page ask. */
export const requireMember = cache(async (): Promise<SignedIn> => {
  const visitor = await findVisitor();
  if (visitor.kind === "signed-in") return visitor.signedIn;
  redirect(`${WAYS[visitor.kind]}?next=${encodeURIComponent(await currentPath())}`);
});

const WAYS = {
  "signed-out": "/sign-in",
  "must-choose": "/organization",
  "must-enrol": "/second-factor/set-up",
} satisfies Record<Exclude<Visitor["kind"], "signed-in">, string>;

/** For the pages on which a second factor is set up. */
export async function requireEnroller(): Promise<SignedIn> {
  const visitor = await findVisitor();
  return visitor.kind === "must-enrol" ? visitor.signedIn : requireMember();
}

/** To others than administrators, their pages do not exist. */
export async function requireAdministrator(): Promise<SignedIn> {
  const signedIn = await requireMember();
  if (!signedIn.member.admin) notFound();
  return signedIn;
}

/**
 * Whom a page was rendered for. It goes along with each action, so that what one tab shows is never done for the person or the
 * organisation that another tab has turned to since. It is no credential: the session decides what may be done.
 */
export type PageMember = z.infer<typeof pageMember>;

export const pageMember = z.object({ memberId: z.uuid(), email: z.string(), organizationName: z.string() });

export function pageMemberOf({ member, organization }: Pick<SignedIn, "member" | "organization">): PageMember {
  return { memberId: member.id, email: member.email, organizationName: organization.name };
}

/** By a cookie of no authority, looked up among the memberships each time. undefined: the person has to choose. A choice that is none any more is not silently replaced by another. */
async function chosenMembership(memberships: Membership[]): Promise<Membership | undefined> {
  const memberId = (await cookies()).get(choice())?.value;
  if (memberId === undefined) return memberships.length === 1 ? memberships[0] : undefined;
  return memberships.find(({ member }) => member.id === memberId);
}

export async function rememberChoice(memberId: string): Promise<void> {
  (await cookies()).set(choice(), memberId, { ...cookieGuards(), maxAge: YEAR_SECONDS });
}

/** What the last person at this browser chose may be none of this one's. */
export async function forgetForeignChoice(email: string): Promise<void> {
  const jar = await cookies();
  const memberId = jar.get(choice())?.value;
  if (memberId === undefined) return;
  const memberships = await listActiveMemberships(email);
  if (memberships.some(({ member }) => member.id === memberId)) return;
  jar.set(choice(), "", { ...cookieGuards(), maxAge: 0 });
}

function choice(): string {
  return cookieName("organization");
}

/** Does nothing where the person is no active member there: the next page asks who they are anyway. */
export async function switchOrganization(memberId: string): Promise<void> {
  const visitor = await findVisitor();
  if (visitor.kind === "signed-out") return;
  if (visitor.memberships.some((each) => each.memberId === memberId)) await rememberChoice(memberId);
}

/** Whoever is signed in, as the audit log names them. */
export function actorOf({ member, address, requestId }: SignedIn): {
  actor: string;
  address: string;
  requestId: string;
} {
  return { actor: member.email, address, requestId };
}
