/**
 * Whom a page was made for. It goes along with each action, so that what one tab shows is never done for the person or the
 * organisation that another tab has turned to since. It is no credential: the session decides what may be done.
 */
import { z } from "zod";
import type { SignedIn } from "./signed-in";

export type PageMember = z.infer<typeof pageMember>;

export const pageMember = z.object({ memberId: z.uuid(), email: z.string(), organizationName: z.string() });

export function pageMemberOf({ member, organization }: Pick<SignedIn, "member" | "organization">): PageMember {
  return { memberId: member.id, email: member.email, organizationName: organization.name };
}
