/**
 * One-time links. Those by administrators are useless for a person who is known elsewhere: an administrator who uses one must not
 * get into another organization, by the link or by the password that is chosen then.
 */
import { newId } from "../../crypto/random-bytes";
import type { Actor, AuditAction } from "../../events";
import type { Member } from "../../model";
import { noteOfMember } from "../audit";
import { prisma } from "../prisma";
import type { MemberDetail } from "./managed-members";
import { ensureUser } from "./users";

/** A "sign-in-link" is the operator's, for a person; a "member-link" is an administrator's, for a member. */
export type NewLink = {
  purpose: "sign-in-link" | "member-link";
  member: Pick<Member, "id" | "organizationId" | "email">;
  secretHash: string;
  expires: Date;
  /** null if the audit log already covers the link. */
  action: AuditAction | null;
};

/** A new link replaces the member's earlier ones. */
export async function keepLink({ purpose, member, secretHash, expires, action }: NewLink, by: Actor): Promise<void> {
  const value = purpose === "sign-in-link" ? member.email : member.id;
  await prisma().$transaction(async (transaction) => {
    await transaction.verification.deleteMany({ where: { value, identifier: { startsWith: `${purpose}:` } } });
    const link = { id: newId(), identifier: `${purpose}:${secretHash}`, value, expiresAt: expires };
    await transaction.verification.create({ data: link });
    if (action !== null) await noteOfMember(transaction, member, action, by);
  });
}

type LinkedMember = Pick<MemberDetail, "id" | "organizationId" | "email" | "name"> & {
  isInvited: boolean;
  inTime: boolean;
  /** A member of another organization, or one whose account others vouch for. */
  isKnownElsewhere: boolean;
};

type RedeemedMemberLink = { userId: string; email: string; memberId: string };

/**
 * Of several concurrent requests, only one succeeds. Returns null if the link is unknown, used or expired. Also null for a person
 * who is known elsewhere, unless already signed in, as `signedInAs`; the link then stays valid until they are.
 */
export async function redeemMemberLink(
  secretHash: string,
  { signedInAs, ...by }: { signedInAs: string | null; address: string; requestId: string },
): Promise<RedeemedMemberLink | null> {
  const identifier = `member-link:${secretHash}`;
  return prisma().$transaction(async (transaction) => {
    const [linked] = await transaction.$queryRaw<LinkedMember[]>`
      SELECT m.id, m.organization_id AS "organizationId", m.email, m.name, m.invited IS NOT NULL AS "isInvited",
             v.expires_at > now() AS "inTime",
             EXISTS (SELECT FROM members o WHERE o.email = m.email AND o.id <> m.id AND o.invited IS NULL)
               AS "isKnownElsewhere"
        FROM verifications v JOIN members m ON m.id::text = v.value
       WHERE v.identifier = ${identifier} AND m.kind = 'person' AND (m.active OR m.invited IS NOT NULL)
         FOR UPDATE OF v`;
    if (linked === undefined || !linked.inTime) return null;
    const { id, organizationId, email, name } = linked;
    if (linked.isKnownElsewhere) {
      const isVouchedFor = (await transaction.user.count({ where: { email, onlyOrganizationId: null } })) > 0;
      if (signedInAs !== email || !isVouchedFor) return null;
    }
    const { count } = await transaction.verification.deleteMany({ where: { identifier } });
    if (count === 0) return null;
    const user = await ensureUser(transaction, { email, name });
    if (!linked.isKnownElsewhere) {
      await transaction.user.update({ where: { id: user.id }, data: { onlyOrganizationId: organizationId } });
    }
    await transaction.member.update({ where: { id }, data: { userId: user.id, active: true, invited: null } });
    if (linked.isInvited) {
      await noteOfMember(transaction, linked, "member.accept-invitation", { actor: email, ...by });
    }
    return { userId: user.id, email, memberId: id };
  });
}
