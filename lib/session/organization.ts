/** Which of their organisations a person is at work in: a cookie of no authority, looked up among the memberships each time. */
import { cookies } from "next/headers";
import { listActiveMemberships, type Membership } from "../store/memberships";
import { cookieGuards, cookieName } from "./cookies";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** undefined: the person has to choose. A choice that no longer holds is not silently replaced by another. */
export async function chosenMembership(memberships: Membership[]): Promise<Membership | undefined> {
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
