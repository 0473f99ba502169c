/** Tokens as those see them who manage them: never their hashes. What a token may do, and whether it may, is decided elsewhere. */
import type { Prisma } from "../../generated/prisma/client";
import type { Member, Scopes } from "../model";
import { prisma } from "./client";

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
  /** The ids of the other half of a rotation: the token in whose place this one was made, and the one made in its place. */
  replaces: string | null;
  replacedBy: string | null;
};

/** Which tokens somebody may look at: an organisation's, or one owner's within it. */
export type TokenRange = { organizationId: string; ownerId?: string };

/** `range` null: any token, for the command line. */
export type TokenTarget = { tokenId: string; range: TokenRange | null };

/** Newest first. With `endedAfter`, without those that were revoked, or have expired, by then. */
export async function listTokenRows(range: TokenRange, endedAfter?: Date): Promise<TokenRow[]> {
  const alive = (column: "revoked" | "expires") => ({ OR: [{ [column]: null }, { [column]: { gt: endedAfter } }] });
  const rows = await prisma().token.findMany({
    where: { ...within(range), ...(endedAfter === undefined ? {} : { AND: [alive("revoked"), alive("expires")] }) },
    orderBy: [{ created: "desc" }, { id: "desc" }],
    select: COLUMNS,
  });
  return rows.map(toTokenRow);
}

/** A token out of range is as unknown as one that does not exist. */
export async function findTokenRow({
  tokenId,
  range,
}: TokenTarget): Promise<{ token: TokenRow; owner: Member } | null> {
  const row = await prisma().token.findFirst({
    where: { id: tokenId, ...(range === null ? {} : within(range)) },
    select: COLUMNS,
  });
  return row === null ? null : { token: toTokenRow(row), owner: row.member };
}

const COLUMNS = {
  id: true,
  name: true,
  purpose: true,
  member: {
    select: { id: true, organizationId: true, name: true, email: true, roleKeys: true, active: true, admin: true },
  },
  scopes: true,
  created: true,
  expires: true,
  revoked: true,
  revokedBy: true,
  replacesId: true,
  replacedBy: { select: { id: true } },
  use: { select: { lastUsed: true, lastUsedAddress: true } },
} as const satisfies Prisma.TokenSelect;

type Row = Prisma.TokenGetPayload<{ select: typeof COLUMNS }>;

function within({ organizationId, ownerId }: TokenRange) {
  return { organizationId, ...(ownerId === undefined ? {} : { memberId: ownerId }) };
}

function toTokenRow({ member, use, scopes, replacesId, replacedBy, ...row }: Row): TokenRow {
  return {
    ...row,
    owner: { id: member.id, name: member.name, email: member.email, active: member.active },
    scopes: scopes as Scopes,
    lastUsed: use?.lastUsed ?? null,
    lastUsedAddress: use?.lastUsedAddress ?? null,
    replaces: replacesId,
    replacedBy: replacedBy?.id ?? null,
  };
}
