/** Tokens as those see them who manage them: never their hashes. What a token can do, and whether it works, is decided elsewhere. */
import { Prisma } from "../../../generated/prisma/client";
import type { Member, Scopes } from "../../model";
import { postgres } from "../../postgres/postgres";
import { MEMBER } from "../people/members";

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
  /** The ids of the other half of a rotation: the token in whose place this one was created, and the one created in its place. */
  replaces: string | null;
  replacedBy: string | null;
};

/** Which tokens somebody can look at: an organisation's, or one owner's within it. */
export type TokenVisibility = { organizationId: string; ownerId?: string };

/** `visibility` null: any token, for the command line. */
export type TokenTarget = { tokenId: string; visibility: TokenVisibility | null };

/** As a condition on tokens. */
export function visibleWhere({ organizationId, ownerId }: TokenVisibility): Prisma.TokenWhereInput {
  return ownerId === undefined ? { organizationId } : { organizationId, memberId: ownerId };
}

/** The same in SQL, on `tokens t`. */
export function visibleSql({ organizationId, ownerId }: TokenVisibility): Prisma.Sql {
  const ofOrganization = Prisma.sql`t.organization_id = ${organizationId}::uuid`;
  return ownerId === undefined ? ofOrganization : Prisma.sql`${ofOrganization} AND t.member_id = ${ownerId}::uuid`;
}

/** Newest first. With `endedAfter`, without those that were revoked, or have expired, by then. */
export async function listTokenRows(visibility: TokenVisibility, endedAfter?: Date): Promise<TokenRow[]> {
  const notEnded = (moment: Date): Prisma.TokenWhereInput[] => [
    { OR: [{ revoked: null }, { revoked: { gt: moment } }] },
    { OR: [{ expires: null }, { expires: { gt: moment } }] },
  ];
  const rows = await postgres().prisma.token.findMany({
    where: { ...visibleWhere(visibility), AND: endedAfter === undefined ? [] : notEnded(endedAfter) },
    orderBy: [{ created: "desc" }, { id: "desc" }],
    select: COLUMNS,
  });
  return rows.map(toTokenRow);
}

type TokenWithOwner = { token: TokenRow; owner: Member };

/** A token that is not visible is as unknown as one that does not exist. */
export async function findTokenRow({ tokenId, visibility }: TokenTarget): Promise<TokenWithOwner | null> {
  const visible = visibility === null ? {} : visibleWhere(visibility);
  const row = await postgres().prisma.token.findFirst({ where: { ...visible, id: tokenId }, select: COLUMNS });
  return row && { token: toTokenRow(row), owner: row.member };
}

const COLUMNS = {
  id: true,
  name: true,
  purpose: true,
  scopes: true,
  created: true,
  expires: true,
  revoked: true,
  revokedBy: true,
  replacesId: true,
  member: { select: MEMBER },
  use: { select: { lastUsed: true, lastUsedAddress: true } },
  replacedBy: { select: { id: true } },
} as const satisfies Prisma.TokenSelect;

function toTokenRow(row: Prisma.TokenGetPayload<{ select: typeof COLUMNS }>): TokenRow {
  const { id, name, purpose, member, created, expires, revoked, revokedBy, replacesId, replacedBy, use } = row;
  return {
    id,
    name,
    purpose,
    owner: { id: member.id, name: member.name, email: member.email, active: member.active },
    scopes: row.scopes as Scopes,
    created,
    expires,
    revoked,
    revokedBy,
    lastUsed: use?.lastUsed ?? null,
    lastUsedAddress: use?.lastUsedAddress ?? null,
    replaces: replacesId,
    replacedBy: replacedBy?.id ?? null,
  };
}
