/** The organisations that a person is a member of. One e-mail address is one person, whichever organisation names it. */
import type { Member } from "../model";
import { prisma } from "./client";
import { MEMBER } from "./members";

export type Membership = { member: Member; organization: { id: string; key: string; name: string } };

/** The active ones, by the organisation's name. */
export async function listActiveMemberships(email: string): Promise<Membership[]> {
  const rows = await prisma().member.findMany({
    where: { email: email.toLowerCase(), active: true },
    orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
    select: { ...MEMBER, organization: { select: { id: true, key: true, name: true } } },
  });
  return rows.map(({ organization, ...member }) => ({ member, organization }));
}
