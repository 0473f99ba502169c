/** Activates and deactivates members on the pages. The command line can do more, because its users can undo it. */
import type { Actor } from "../events";
import type { Member } from "../model";
import { findMemberDetail } from "../store/people/managed-members";
import { deactivateUnlessLast, findMember, setMemberActive } from "../store/people/members";
import { type ListedToken, listActiveTokens } from "../tokens/read/list";

type ActivityChange = { memberId: string; administrator: Member };

type Deactivated =
  /** `stopped` has the tokens that were accepted until now. */
  | { kind: "deactivated"; member: Member; stopped: ListedToken[] }
  | { kind: "inactive before" }
  | { kind: "refused"; reason: string }
  | { kind: "unknown" };

/** Applies from the next request with the member's tokens, and on the pages. */
export async function deactivateMember({ memberId, administrator }: ActivityChange, by: Actor): Promise<Deactivated> {
  const member = await findMember(administrator.organizationId, memberId);
  if (member === null) return { kind: "unknown" };
  const reason = whyNotDeactivate(member, administrator);
  if (reason !== null) return { kind: "refused", reason };
  const stopped = await tokensThatStop(member, by.now);
  const changed = await deactivateUnlessLast(member, by);
  if (changed === "last administrator") return { kind: "refused", reason: LAST_ADMINISTRATOR };
  return changed ? { kind: "deactivated", member, stopped } : { kind: "inactive before" };
}

type Activated = { kind: "activated"; member: Member } | { kind: "active before" | "invited" } | { kind: "unknown" };

/** The member's tokens that have not ended in the meantime work again. "invited": the member has to accept first. */
export async function activateMember({ memberId, administrator }: ActivityChange, by: Actor): Promise<Activated> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null) return { kind: "unknown" };
  if (member.invited !== null) return { kind: "invited" };
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

export const LAST_ADMINISTRATOR = "This is the last active administrator: make someone else an administrator first.";
