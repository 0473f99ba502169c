/** Finds what members lost while an apply waited, no matter who took it, so that its file gives none of it back. */
import type { MemberSettings } from "../../../store/people/members";
import type { MemberDocument, OrganizationDocument } from "../../schema";

type Taken = Pick<MemberSettings, "admin" | "active" | "roleKeys" | "keepers">;

/** Keyed by address; null for a member who is gone. */
export type TakenMembers = ReadonlyMap<string, Taken | null>;

/** `admin` and `active` are true if they were taken away, `roleKeys` and `keepers` those that were. */
export function findTaken(before: MemberSettings[], now: MemberSettings[]): TakenMembers {
  const left = new Map(now.map((member) => [member.email, member]));
  return new Map(
    before.map((member) => {
      const after = left.get(member.email);
      return [member.email, after === undefined ? null : takenFrom(member, after)];
    }),
  );
}

function takenFrom(before: MemberSettings, after: MemberSettings): Taken {
  return {
    admin: before.admin && !after.admin,
    active: before.active && !after.active,
    roleKeys: before.roleKeys.filter((key) => !after.roleKeys.includes(key)),
    keepers: before.keepers.filter((email) => !after.keepers.includes(email)),
  };
}

/** The file without what was taken, and the addresses of the members for whom that is less than it says. */
export function withoutTaken(
  file: OrganizationDocument,
  taken: TakenMembers,
): { file: OrganizationDocument; emails: string[] } {
  if (file.members === undefined) return { file, emails: [] };
  const emails: string[] = [];
  const members = file.members.flatMap((member) => {
    const lost = taken.get(member.email);
    if (lost !== null && (lost === undefined || !givesBack(member, lost))) return [member];
    emails.push(member.email);
    return lost === null ? [] : [without(member, lost)];
  });
  return { file: { ...file, members }, emails };
}

function givesBack({ admin, active, roles, keepers = [] }: MemberDocument, lost: Taken): boolean {
  return (
    (lost.admin && admin === true) ||
    (lost.active && active === true) ||
    roles.some((key) => lost.roleKeys.includes(key)) ||
    keepers.some((email) => lost.keepers.includes(email))
  );
}

function without(member: MemberDocument, lost: Taken): MemberDocument {
  const { keepers } = member;
  return {
    ...member,
    ...(lost.admin && { admin: false }),
    ...(lost.active && { active: false }),
    roles: member.roles.filter((key) => !lost.roleKeys.includes(key)),
    ...(keepers && { keepers: keepers.filter((email) => !lost.keepers.includes(email)) }),
  };
}
