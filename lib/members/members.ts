/** Activates and deactivates members on the pages, and removes lost second factors. The command line can do more. */
import type { Actor } from "../events";
import type { Member } from "../model";
import { findMemberDetail, type MemberDetail } from "../store/people/managed-members";
import { deactivateUnlessLast, findMember, setMemberActive } from "../store/people/members";
import { isKnownElsewhere, resetSecondFactorOf } from "../store/people/second-factors";
import { type ListedToken, listActiveTokens } from "../tokens/read/list";

export type Target = { memberId: string; administrator: Member };

/** `reason` is a sentence for the administrator. */
export type Refused = { kind: "refused"; reason: string };

export function refused(reason: string): Refused {
  return { kind: "refused", reason };
}

export const UNKNOWN = refused("This member no longer exists. Reload the page.");
export const LAST_ADMINISTRATOR = refused(
  "This is the last active administrator: make someone else an administrator first.",
);

/** `stopped` has the tokens that were accepted until now. */
type Deactivated = { kind: "deactivated"; member: Member; stopped: ListedToken[] } | { kind: "inactive before" };

/** Applies from the next request with the member's tokens, and on the pages. */
export async function deactivateMember({ memberId, administrator }: Target, by: Actor): Promise<Deactivated | Refused> {
  const member = await findMember(administrator.organizationId, memberId);
  if (member === null) return UNKNOWN;
  const reason = whyNotDeactivate(member, administrator);
  if (reason !== null) return refused(reason);
  const stopped = await tokensThatStop(member, by.now);
  const changed = await deactivateUnlessLast(member, by);
  if (changed === "last administrator") return LAST_ADMINISTRATOR;
  return changed ? { kind: "deactivated", member, stopped } : { kind: "inactive before" };
}

type Activated = { kind: "activated"; member: Member } | { kind: "active before" };

/** The member's tokens that have not ended in the meantime work again. */
export async function activateMember({ memberId, administrator }: Target, by: Actor): Promise<Activated | Refused> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null) return UNKNOWN;
  if (member.invited !== null) return refused("This member has not accepted the invitation yet.");
  const changed = await setMemberActive({ member, active: true }, by);
  return changed ? { kind: "activated", member: { ...member, active: true } } : { kind: "active before" };
}

export function tokensThatStop(
  { id, organizationId }: Pick<Member, "id" | "organizationId">,
  now = new Date(),
): Promise<ListedToken[]> {
  return listActiveTokens({ organizationId, ownerIds: [id] }, now);
}

/** null if no reason is known. Only deactivation checks that another administrator is left. */
export function whyNotDeactivate(member: Pick<Member, "id">, administrator: Member): string | null {
  return member.id === administrator.id ? "You cannot deactivate yourself: ask another administrator." : null;
}

/** Administrators cannot do it for a person with several organizations; the operator can. */
export async function resetMemberSecondFactor(
  { memberId, administrator }: Target,
  by: Actor,
): Promise<{ kind: "reset"; member: Member } | Refused> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null || member.kind === "service") return UNKNOWN;
  if (member.id === administrator.id) return refused(OWN);
  const outcome = await resetSecondFactorOf(member, "this organization", by);
  if (outcome === "elsewhere") return refused(ELSEWHERE);
  return outcome === "none" ? refused("They no longer have a second factor.") : { kind: "reset", member };
}

/** null if it can be reset. */
export async function whyNotReset(member: MemberDetail, administrator: Member): Promise<string | null> {
  if (member.id === administrator.id) return OWN;
  return (await isKnownElsewhere(member)) ? ELSEWHERE : null;
}

const OWN = "Turn your own off with a code, or ask another administrator.";
const ELSEWHERE =
  "They belong to another organization, too, which relies on the same second factor. Whoever runs this service can reset it.";
