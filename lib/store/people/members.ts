/** The members of organizations, as stored. Permissions are not decided here. */
import type { Prisma } from "../../../generated/prisma/client";
import { newId } from "../../crypto/random-bytes";
import type { Actor, AuditAction } from "../../events";
import type { JsonObject, ManagedBy, Member, MemberKind } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, write } from "../../postgres/query";
import { type Sql, sql } from "../../query/sql";
import { noteOfMember } from "../audit";
import { prisma, runIn } from "../prisma";

/** A member's settings in a configuration; e-mail addresses are lower case. */
export type MemberSettings = Pick<Member, "email" | "name" | "roleKeys" | "admin" | "active"> & {
  kind: MemberKind;
  /** Addresses in lower case; empty for people. */
  keepers: string[];
  managedBy: ManagedBy;
};

export async function listMemberSettings(transaction: Connection, organizationId: string): Promise<MemberSettings[]> {
  return read<MemberSettings>(
    sql`
    SELECT email, name, role_keys AS "roleKeys", admin, active, kind, keepers, managed_by AS "managedBy" FROM members
     WHERE organization_id = ${organizationId}::uuid ORDER BY email`,
    { on: transaction },
  );
}

/** Locks the members until the end of the transaction. Changes of them, and new tokens for them, wait. */
export async function lockMembers(transaction: Connection, organizationId: string, emails: string[]): Promise<void> {
  await read(
    sql`
    SELECT id FROM members WHERE organization_id = ${organizationId}::uuid AND email = ANY (${emails}::text[])
     ORDER BY id FOR NO KEY UPDATE`,
    { on: transaction },
  );
}

export async function upsertMember(
  transaction: Connection,
  organizationId: string,
  { email, name, roleKeys, admin, active, kind, keepers, managedBy }: MemberSettings,
): Promise<void> {
  await write(
    sql`
    INSERT INTO members (id, organization_id, email, name, role_keys, admin, active, kind, keepers, managed_by)
    VALUES (${newId()}::uuid, ${organizationId}::uuid, ${email}, ${name}, ${roleKeys}::text[], ${admin}, ${active}, ${kind},
            ${keepers}::text[], ${managedBy})
    ON CONFLICT (organization_id, email) DO UPDATE
       SET name = EXCLUDED.name, role_keys = EXCLUDED.role_keys, admin = EXCLUDED.admin, active = EXCLUDED.active,
           kind = EXCLUDED.kind, keepers = EXCLUDED.keepers, managed_by = EXCLUDED.managed_by,
           invited = CASE WHEN EXCLUDED.active THEN NULL ELSE members.invited END`,
    { on: transaction },
  );
  if (!active || kind === "service") await write(endSessionsOfFormerSql(email), { on: transaction });
}

export const MEMBER = {
  id: true,
  organizationId: true,
  name: true,
  email: true,
  roleKeys: true,
  active: true,
  admin: true,
} as const;

export async function findMemberByEmail(organizationId: string, email: string): Promise<Member | null> {
  return prisma().member.findUnique({
    where: { organizationId_email: { organizationId, email: email.toLowerCase() } },
    select: MEMBER,
  });
}

/** For selection lists: the first `limit` addresses in alphabetical order. */
export async function listMemberEmails(organizationId: string, limit: number): Promise<string[]> {
  const rows = await read<{ email: string }>(
    sql`SELECT email FROM members WHERE organization_id = ${organizationId}::uuid ORDER BY email LIMIT ${limit}`,
  );
  return rows.map(({ email }) => email);
}

type ActiveChange = { member: Member; active: boolean };

/** Applies from the next request with the member's tokens. Returns whether anything changed. */
export async function setMemberActive(change: ActiveChange, by: Actor): Promise<boolean> {
  return prisma().$transaction((transaction) => writeActive(transaction, change, by));
}

/** Refuses if no member would be left who can administer the organization through the pages. */
export async function deactivateUnlessLast(member: Member, by: Actor): Promise<boolean | "last administrator"> {
  return prisma().$transaction(async (transaction) => {
    if (await isLastAdministrator(transaction, member)) return "last administrator";
    return writeActive(transaction, { member, active: false }, by);
  });
}

/** Stays true until the transaction ends: administrators who do this to each other wait, otherwise none might be left. */
export async function isLastAdministrator(
  transaction: Prisma.TransactionClient,
  { id, organizationId }: Pick<Member, "id" | "organizationId">,
): Promise<boolean> {
  const administrators = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM members WHERE organization_id = ${organizationId}::uuid AND admin AND active AND kind = 'person'
     ORDER BY id FOR NO KEY UPDATE`;
  return administrators.length > 0 && administrators.every((administrator) => administrator.id === id);
}

async function writeActive(
  transaction: Prisma.TransactionClient,
  { member, active }: ActiveChange,
  by: Actor,
): Promise<boolean> {
  const { count } = await transaction.member.updateMany({
    where: { id: member.id, active: !active },
    data: active ? { active, invited: null } : { active },
  });
  if (count === 0) return false;
  if (!active) await runIn(transaction, endSessionsOfFormerSql(member.email));
  await noteOfMember(transaction, member, active ? "member.activate" : "member.deactivate", by);
  return true;
}

/** Ends the sessions of a person who can no longer sign in anywhere. Activating the member again does not restore them. */
function endSessionsOfFormerSql(email: string): Sql {
  return sql`
    DELETE FROM sessions USING users
     WHERE users.id = sessions.user_id AND users.email = ${email}
       AND NOT EXISTS (SELECT FROM members WHERE members.email = users.email AND members.active
                         AND members.kind = 'person')`;
}

export async function findMember(organizationId: string, memberId: string): Promise<Member | null> {
  return prisma().member.findFirst({ where: { id: memberId, organizationId }, select: MEMBER });
}

export async function isServiceAccount(member: Member): Promise<boolean> {
  return (await prisma().member.count({ where: { id: member.id, kind: "service" } })) > 0;
}

export type Membership = { member: Member; organization: { id: string; key: string; name: string } };

/** The memberships that can sign in, by organization name. An account that one organization vouches for is valid only there. */
export async function listActiveMemberships(
  email: string,
  on: Prisma.TransactionClient = prisma(),
): Promise<Membership[]> {
  const rows = await on.member.findMany({
    where: { email: email.toLowerCase(), active: true, kind: "person" },
    orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
    select: { ...MEMBER, organization: { select: { id: true, key: true, name: true } } },
  });
  const user = await on.user.findUnique({
    where: { email: email.toLowerCase() },
    select: { onlyOrganizationId: true },
  });
  const only = user?.onlyOrganizationId ?? null;
  return rows
    .filter(({ organizationId }) => only === null || organizationId === only)
    .map(({ organization, ...member }) => ({ member, organization }));
}

/** For actions of a person across all their organizations: records an event in each one that they can sign in to. */
export async function noteOfPerson(
  transaction: Prisma.TransactionClient,
  email: string,
  action: AuditAction,
  by: Actor,
  details?: JsonObject,
): Promise<void> {
  const memberships = await listActiveMemberships(email, transaction);
  for (const { member } of memberships) await noteOfMember(transaction, member, action, by, details);
}
