/** The signed-in person and their organization, read from the database for each request. Pages redirect; actions refuse. */
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { listActiveMemberships, type Membership } from "../store/people/members";
import { readPrismaEngine } from "../store/prisma";
import { YEAR_SECONDS } from "../time/durations";
import { auth } from "./better-auth";
import { cookieGuards, cookieName } from "./cookies";
import { currentPath, pageRequest } from "./page-request";
import { readZone } from "./reader-zone";
import { mustHaveSecondFactor } from "./second-factor/requirement";

export type SignedIn = Membership & {
  /** All active memberships, for switching organizations. */
  memberships: MembershipChoice[];
  signedInAt: Date;
  /** When they gave their second factor, here or to the identity provider; null if they have none. */
  secondFactorAt: Date | null;
  /** The client's address behind any proxies, for the audit log. */
  address: string;
  /** New for each request, for the audit log. */
  requestId: string;
};

type MembershipChoice = { memberId: string; organizationName: string };

/** A person with a valid session, in any organization. */
type Person = { email: string; memberships: MembershipChoice[] };

/** `must-enrol`: the organization requires a second factor; until there is one, the person can only set it up. */
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
  // The session started before the factor was set up, or in a version without second factors.
  if (secondFactorAt === null && found.user.secondFactorSince) return { kind: "signed-out" };
  const active = await listActiveMemberships(found.user.email);
  if (active.length === 0) return { kind: "signed-out" };
  const memberships = active.map(({ member, organization }) => {
    return { memberId: member.id, organizationName: organization.name };
  });
  const person = { email: found.user.email, memberships };
  const chosen = await chosenMembership(active);
  if (chosen === undefined) return { kind: "must-choose", ...person };
  const signedInAt = found.session.createdAt;
  const signedIn = { ...chosen, memberships, signedInAt, secondFactorAt, address, requestId };
  const mustEnrol = secondFactorAt === null && (await mustHaveSecondFactor(chosen.member));
  return { kind: mustEnrol ? "must-enrol" : "signed-in", ...person, signedIn };
}

/** Redirects to the sign-in page if nobody is signed in. Runs once per request. */
export const requireMember = cache(async (): Promise<SignedIn> => {
  await readZone();
  const visitor = await findVisitor();
  if (visitor.kind === "signed-in") return visitor.signedIn;
  redirect(`${WAYS[visitor.kind]}?next=${encodeURIComponent(await currentPath())}`);
});

const WAYS = {
  "signed-out": "/sign-in",
  "must-choose": "/organization",
  "must-enrol": "/second-factor/set-up",
} satisfies Record<Exclude<Visitor["kind"], "signed-in">, string>;

/** For the pages that set up a second factor. */
export async function requireEnroller(): Promise<SignedIn> {
  const visitor = await findVisitor();
  return visitor.kind === "must-enrol" ? visitor.signedIn : requireMember();
}

/** For other members, the pages of administrators do not exist. */
export async function requireAdministrator(): Promise<SignedIn> {
  const signedIn = await requireMember();
  if (!signedIn.member.admin) notFound();
  return signedIn;
}

/** Sent with each action, so that no tab acts for the member of another tab. Not a credential: the session decides. */
export type PageMember = z.infer<typeof pageMember>;

export const pageMember = z.object({ memberId: z.uuid(), email: z.string(), organizationName: z.string() });

export function pageMemberOf({ member, organization }: Pick<SignedIn, "member" | "organization">): PageMember {
  return { memberId: member.id, email: member.email, organizationName: organization.name };
}

/** The cookie carries no authority. undefined: the person has to choose. An outdated choice is not replaced silently. */
async function chosenMembership(memberships: Membership[]): Promise<Membership | undefined> {
  const memberId = (await cookies()).get(choice())?.value;
  if (memberId === undefined) return memberships.length === 1 ? memberships[0] : undefined;
  return memberships.find(({ member }) => member.id === memberId);
}

export async function rememberChoice(memberId: string): Promise<void> {
  (await cookies()).set(choice(), memberId, { ...cookieGuards(), maxAge: YEAR_SECONDS });
}

/** The previous person at this browser may have chosen an organization that this person does not belong to. */
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

/** Does nothing if the person is not an active member there: the next page checks that anyway. */
export async function switchOrganization(memberId: string): Promise<void> {
  const visitor = await findVisitor();
  if (visitor.kind === "signed-out") return;
  if (visitor.memberships.some((each) => each.memberId === memberId)) await rememberChoice(memberId);
}

export function actorOf({ member, address, requestId }: SignedIn) {
  return { actor: member.email, address, requestId };
}
