/** Removes a lost second factor. Administrators cannot for a person with several organizations; the operator can. */
import type { Actor } from "../events";
import type { Member } from "../model";
import { findMemberDetail, type MemberDetail } from "../store/people/managed-members";
import { isKnownElsewhere, resetSecondFactorOf } from "../store/people/second-factors";

type Target = { memberId: string; administrator: Member };

export async function resetMemberSecondFactor(
  { memberId, administrator }: Target,
  by: Actor,
): Promise<{ kind: "reset"; member: Member } | { kind: "refused"; reason: string }> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null || member.kind === "service") return refused("This member no longer exists. Reload the page.");
  if (member.id === administrator.id) return refused(OWN);
  const outcome = await resetSecondFactorOf(member, "this organisation", by);
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
  "They belong to another organisation, too, which relies on the same second factor. Whoever runs this service can reset it.";

function refused(reason: string): { kind: "refused"; reason: string } {
  return { kind: "refused", reason };
}
