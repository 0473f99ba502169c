/** Tokens as those see them who manage them: never their hashes. What a token may do, and whether it may, is decided elsewhere. */
import { Prisma } from "../../generated/prisma/client";
import type { Scopes } from "../model";
import { auditEventSql } from "./audit";
import { prisma } from "./client";

export type NewToken = {
  id: string;
  organizationId: string;
  memberId: string;
  name: string;
  purpose: string;
  secretHash: Buffer;
  scopes: Scopes;
  expires: Date | null;
};

export type Insertion = { maximum: number; actor: string; now: Date };

/** Answers false, and writes nothing, where the owner has `maximum` tokens that stand already. */
export async function insertToken(token: NewToken, { maximum, actor, now }: Insertion): Promise<boolean> {
  const { scopes, secretHash, ...columns } = token;
  return prisma().$transaction(async (transaction) => {
    // Creations of one owner take turns, or two could both be the last.
    await transaction.$queryRaw`SELECT 1 FROM members WHERE id = ${token.memberId}::uuid FOR NO KEY UPDATE`;
    const standing = await transaction.token.count({
      where: { memberId: token.memberId, revoked: null, OR: [{ expires: null }, { expires: { gt: now } }] },
    });
    if (standing >= maximum) return false;
    await transaction.token.create({
      data: { ...columns, secretHash: new Uint8Array(secretHash), scopes: scopes ?? Prisma.DbNull },
    });
    await transaction.$executeRaw(
      auditEventSql({
        organizationId: token.organizationId,
        actor,
        action: "token.create",
        subject: token.id,
        details: {
          memberId: token.memberId,
          name: token.name,
          scopes,
          expires: token.expires?.toISOString() ?? null,
        },
      }),
    );
    return true;
  });
}

export type TokenRow = {
  id: string;
  name: string;
  purpose: string;
  owner: { id: string; name: string; email: string; active: boolean };
  scopes: Scopes;
  created: Date;
  expires: Date | null;
  revoked: Date | null;
  revokedBy: string | null;
  lastUsed: Date | null;
  lastUsedAddress: string | null;
};

/** Which tokens somebody may manage: an organisation's, or one owner's within it. */
export type TokenRange = { organizationId: string; ownerId?: string };

/** Newest first. */
export async function listTokenRows({ organizationId, ownerId }: TokenRange): Promise<TokenRow[]> {
  const rows = await prisma().token.findMany({
    where: { organizationId, ...(ownerId === undefined ? {} : { memberId: ownerId }) },
    orderBy: [{ created: "desc" }, { id: "desc" }],
    select: {
      id: true,
      name: true,
      purpose: true,
      member: { select: { id: true, name: true, email: true, active: true } },
      scopes: true,
      created: true,
      expires: true,
      revoked: true,
      revokedBy: true,
      use: { select: { lastUsed: true, lastUsedAddress: true } },
    },
  });
  return rows.map(({ member, use, scopes, ...row }) => ({
    ...row,
    owner: member,
    scopes: scopes as Scopes,
    lastUsed: use?.lastUsed ?? null,
    lastUsedAddress: use?.lastUsedAddress ?? null,
  }));
}

/** `range` null: any token, for the command line. */
export type Revocation = { tokenId: string; range: TokenRange | null; actor: string };

export type Revoked = "revoked" | "revoked before" | "unknown";

/** Acts on the next request made with the token. A token out of range is as unknown as one that does not exist. */
export async function revokeTokenRow({ tokenId, range, actor }: Revocation): Promise<Revoked> {
  const within = {
    id: tokenId,
    ...(range === null ? {} : { organizationId: range.organizationId }),
    ...(range?.ownerId === undefined ? {} : { memberId: range.ownerId }),
  };
  return prisma().$transaction(async (transaction) => {
    const token = await transaction.token.findFirst({ where: within, select: { organizationId: true } });
    if (token === null) return "unknown";
    const { count } = await transaction.token.updateMany({
      where: { id: tokenId, revoked: null },
      data: { revoked: new Date(), revokedBy: actor },
    });
    if (count === 0) return "revoked before";
    const event = { organizationId: token.organizationId, actor, action: "token.revoke", subject: tokenId } as const;
    await transaction.$executeRaw(auditEventSql(event));
    return "revoked";
  });
}
