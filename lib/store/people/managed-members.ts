/** Stores members that administrators add and change on the pages. Permissions are not decided here. */
import type { Prisma } from "../../../generated/prisma/client";
import { newId } from "../../crypto/random-bytes";
import type { Actor } from "../../events";
import type { Member } from "../../model";
import { noteOfMember } from "../audit";
import { prisma } from "../prisma";
import { isLastAdministrator, MEMBER, type MemberSettings } from "./members";

export type MemberDetail = Member & Pick<MemberSettings, "kind" | "managedBy" | "keepers"> & { invited: Date | null };

export async function findMemberDetail(organizationId: string, memberId: string): Promise<MemberDetail | null> {
  const row = await prisma().member.findFirst({
    where: { id: memberId, organizationId },
    select: { ...MEMBER, kind: true, managedBy: true, keepers: true, invited: true },
  });
  return row as MemberDetail | null;
}

/** Returns those of the addresses that belong to active people in the organization. */
export async function listActivePersons(organizationId: string, emails: readonly string[]): Promise<string[]> {
  const rows = await prisma().member.findMany({
    where: { organizationId, email: { in: [...emails] }, active: true, kind: "person" },
    select: { email: true },
  });
  return rows.map(({ email }) => email);
}

/** The first members by name who are active and can sign in. */
export async function listPersons(organizationId: string, most: number): Promise<{ email: string; name: string }[]> {
  return prisma().member.findMany({
    where: { organizationId, active: true, kind: "person" },
    orderBy: [{ name: "asc" }, { email: "asc" }],
    take: most,
    select: { email: true, name: true },
  });
}

type NewMember = Omit<MemberDetail, "id" | "active" | "managedBy" | "invited">;

/** "exists": the address belongs to a member. "too many": too many invitations are open. Neither writes anything. */
type Added = { memberId: string } | "exists" | "too many";

/** A service account is active immediately, a person after accepting. */
export async function addMember(member: NewMember, maxInvited: number, by: Actor): Promise<Added> {
  const { organizationId, kind, roleKeys, admin, keepers } = member;
  return prisma().$transaction(async (transaction) => {
    if (kind === "person" && (await countInvited(transaction, organizationId)) >= maxInvited) return "too many";
    const id = newId();
    const isPerson = kind === "person";
    const { count } = await transaction.member.createMany({
      data: [{ ...member, id, managedBy: "pages", active: !isPerson, invited: isPerson ? new Date() : null }],
      skipDuplicates: true,
    });
    if (count === 0) return "exists";
    const details = { roles: roleKeys, ...(isPerson ? { admin } : { keepers }) };
    await noteOfMember(transaction, member, isPerson ? "member.invite" : "member.create", by, details);
    return { memberId: id };
  });
}

async function countInvited(transaction: Prisma.TransactionClient, organizationId: string): Promise<number> {
  // Invitations of one organization run one after the other; otherwise two could both be the last one allowed.
  await transaction.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  return transaction.member.count({ where: { organizationId, invited: { not: null } } });
}

type MemberChange = Pick<MemberDetail, "name" | "roleKeys" | "admin" | "keepers">;

/** "not managed": the pages no longer manage this member. "last administrator": there would be no administrator left. */
type Changed = "changed" | "unchanged" | "not managed" | "last administrator";

export async function changeManagedMember(member: MemberDetail, change: MemberChange, by: Actor): Promise<Changed> {
  return prisma().$transaction(async (transaction) => {
    const isLast = await isLastAdministrator(transaction, member);
    if (isLast && !change.admin) return "last administrator";
    const before = await transaction.member.findFirst({
      where: { id: member.id, managedBy: "pages" },
      select: { name: true, roleKeys: true, admin: true, keepers: true },
    });
    if (before === null) return "not managed";
    const changed = Object.entries(change).filter(
      ([key, value]) => JSON.stringify(before[key as keyof MemberChange]) !== JSON.stringify(value),
    );
    if (changed.length === 0) return "unchanged";
    await transaction.member.update({ where: { id: member.id }, data: change });
    const details = Object.fromEntries(
      changed.map(([key, value]) => [key, { before: before[key as keyof MemberChange], after: value }]),
    );
    await noteOfMember(transaction, member, "member.change", by, details);
    return "changed";
  });
}

/** Only for a person who has never accepted and so owns nothing. Returns whether there was such a member. */
export async function withdrawInvitation(member: MemberDetail, by: Actor): Promise<boolean> {
  return prisma().$transaction(async (transaction) => {
    const { count } = await transaction.member.deleteMany({ where: { id: member.id, invited: { not: null } } });
    if (count === 0) return false;
    await noteOfMember(transaction, member, "member.withdraw-invitation", by);
    return true;
  });
}
