/** A member by their address, who has to be there. */
import type { Member } from "@/lib/model";
import { findMemberByEmail } from "@/lib/store/people/members";

export async function memberWith(organizationId: string, email: string): Promise<Member> {
  const member = await findMemberByEmail(organizationId, email);
  if (member === null) throw new Error(`${email} is no member`);
  return member;
}
