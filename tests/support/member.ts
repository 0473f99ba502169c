/** A member by their address, who has to be there. */
import { expect } from "vitest";
import type { Member } from "@/lib/model";
import { findMemberByEmail } from "@/lib/store/people/members";

export async function memberWith(organizationId: string, email: string): Promise<Member> {
  return (await findMemberByEmail(organizationId, email)) ?? expect.unreachable(`${email} is no member`);
}
