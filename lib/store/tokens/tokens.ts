/** Tokens as the people who manage them see them, never with their hashes. */
import type { Prisma } from "../../../generated/prisma/client";
import { isLimited, readLimits } from "../../access/token-limits";
import type { JsonObject, JsonValue, Member, Scopes, TokenLimits } from "../../model";
import { join, type Sql, sql } from "../../query/sql";
import { MEMBER } from "../people/members";
import { prisma } from "../prisma";

export type TokenRow = {
  id: string;
  name: string;
  purpose: string;
  owner: { id: string; name: string; email: string; active: boolean };
  scopes: Scopes;
  limits: TokenLimits;
  created: Date;
  expires: Date | null;
  revoked: Date | null;
  revokedBy: string | null;
  lastUsed: Date | null;
  lastUsedAddress: string | null;
  /** The token that this one replaced in a rotation, and the one that replaced it. */
  replaces: string | null;
  replacedBy: string | null;
};

/** The tokens that a member can see: those of an organization, or of some owners within it; with `tokenIds`, only these. */
export type TokenVisibility = {
  organizationId: string;
  ownerIds?: readonly string[];
  tokenIds?: readonly string[];
};

/** `visibility` null means any token, for the command line. */
export type TokenTarget = { tokenId: string; visibility: TokenVisibility | null };

export function visibleWhere({ organizationId, ownerIds, tokenIds }: TokenVisibility): Prisma.TokenWhereInput {
  return {
    organizationId,
    ...(ownerIds === undefined ? {} : { memberId: { in: [...ownerIds] } }),
    ...(tokenIds === undefined ? {} : { id: { in: [...tokenIds] } }),
  };
}

/** On `tokens t`, or on the tokens that replace them. */
export function visibleSql(
  { organizationId, ownerIds, tokenIds }: TokenVisibility,
  table: "t" | "successor" = "t",
): Sql {
  const token = table === "t" ? sql`t` : sql`successor`;
  const conditions = [
    sql`${token}.organization_id = ${organizationId}::uuid`,
    ownerIds === undefined ? null : sql`${token}.member_id = ANY(${[...ownerIds]}::uuid[])`,
    tokenIds === undefined ? null : sql`${token}.id = ANY(${[...tokenIds]}::text[])`,
  ].filter((condition) => condition !== null);
  return join(conditions, " AND ");
}

/** Newest first. `endedAfter` leaves out those that had ended by then. Not nested, which takes Prisma twice as long. */
export async function listTokenRows(visibility: TokenVisibility, endedAfter?: Date): Promise<TokenRow[]> {
  const notEnded = (moment: Date): Prisma.TokenWhereInput[] => [
    { OR: [{ revoked: null }, { revoked: { gt: moment } }] },
    { OR: [{ expires: null }, { expires: { gt: moment } }] },
  ];
  const listed = { AND: [visibleWhere(visibility), ...(endedAfter === undefined ? [] : notEnded(endedAfter))] };
  const rows = await prisma().token.findMany({
    where: listed,
    orderBy: [{ created: "desc" }, { id: "desc" }],
    select: { ...COLUMNS, memberId: true },
  });
  const owners = await prisma().member.findMany({ where: { tokens: { some: listed } }, select: MEMBER });
  const uses = await prisma().tokenUse.findMany({ where: { token: listed } });
  const successors = await prisma().token.findMany({
    // Found by the token that they replace, because a token that was handed over belongs to another member.
    where: { replaces: listed },
    select: { id: true, replacesId: true },
  });
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
  const useOf = new Map(uses.map((use) => [use.tokenId, use]));
  const successorOf = new Map(successors.map((successor) => [successor.replacesId, successor]));
  return rows.map((row) => {
    const owner = ownerOf.get(row.memberId);
    if (owner === undefined) throw new Error(`The token ${row.id} has no owner.`);
    return toTokenRow(row, owner, useOf.get(row.id) ?? null, successorOf.get(row.id) ?? null);
  });
}

type TokenWithOwner = { token: TokenRow; owner: Member };

/** A token that is not visible counts as unknown. */
export async function findTokenRow({ tokenId, visibility }: TokenTarget): Promise<TokenWithOwner | null> {
  const visible = visibility === null ? {} : visibleWhere(visibility);
  const related = { member: { select: MEMBER }, use: true, replacedBy: { select: { id: true } } } as const;
  const row = await prisma().token.findFirst({
    where: { AND: [visible, { id: tokenId }] },
    select: { ...COLUMNS, ...related },
  });
  return row && { token: toTokenRow(row, row.member, row.use, row.replacedBy), owner: row.member };
}

const COLUMNS = {
  id: true,
  name: true,
  purpose: true,
  scopes: true,
  limits: true,
  created: true,
  expires: true,
  revoked: true,
  revokedBy: true,
  replacesId: true,
} as const satisfies Prisma.TokenSelect;

type Columns = Prisma.TokenGetPayload<{ select: typeof COLUMNS }>;
type Use = { lastUsed: Date; lastUsedAddress: string };

function toTokenRow(row: Columns, owner: Member, use: Use | null, successor: { id: string } | null): TokenRow {
  const { id, name, purpose, scopes, limits, created, expires, revoked, revokedBy, replacesId } = row;
  return {
    id,
    name,
    purpose,
    owner: { id: owner.id, name: owner.name, email: owner.email, active: owner.active },
    scopes: scopes as Scopes,
    limits: readLimits(limits as JsonValue),
    created,
    expires,
    revoked,
    revokedBy,
    lastUsed: use?.lastUsed ?? null,
    lastUsedAddress: use?.lastUsedAddress ?? null,
    replaces: replacesId,
    replacedBy: successor?.id ?? null,
  };
}

/** null if there are no limits, as for tokens that predate them. */
export function storedLimits(limits: TokenLimits): JsonObject | null {
  return isLimited(limits) ? { ...limits } : null;
}
