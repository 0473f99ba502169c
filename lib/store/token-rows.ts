/** Tokens as those see them who manage them: never their hashes. What a token may do, and whether it may, is decided elsewhere. */
import { Prisma } from "../../generated/prisma/client";
import type { Member, Scopes } from "../model";
import { type ResultRow, read } from "./statement";
import { inRangeSql } from "./token-range";

const { sql } = Prisma;

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
  const limit = endedAfter?.toISOString() ?? "-infinity";
  const rows = await read(sql`
    ${SELECT} WHERE ${inRangeSql(range)}
       AND coalesce(t.revoked > ${limit}::timestamptz, TRUE) AND coalesce(t.expires > ${limit}::timestamptz, TRUE)
     ORDER BY t.created DESC, t.id DESC`);
  return rows.map((row) => toTokenRow(row).token);
}

/** A token out of range is as unknown as one that does not exist. */
export async function findTokenRow({ tokenId, range }: TokenTarget): Promise<TokenWithOwner | null> {
  const condition = range === null ? sql`TRUE` : inRangeSql(range);
  const [row] = await read(sql`${SELECT} WHERE t.id = ${tokenId} AND ${condition}`);
  return row === undefined ? null : toTokenRow(row);
}

export type TokenWithOwner = { token: TokenRow; owner: Member };

const SELECT = sql`
  SELECT t.id, t.name, t.purpose, t.scopes, t.created, t.expires, t.revoked, t.revoked_by, u.last_used, u.last_used_address,
         t.replaces_id, s.id, m.id, m.organization_id, m.name, m.email, m.role_keys, m.active, m.admin
    FROM tokens t
    JOIN members m ON m.id = t.member_id
    LEFT JOIN tokens s ON s.replaces_id = t.id
    LEFT JOIN token_uses u ON u.token_id = t.id`;

function toTokenRow(row: ResultRow): TokenWithOwner {
  const [id, name, purpose, scopes, created, expires, revoked, revokedBy, lastUsed, lastUsedAddress, ...rest] = row as [
    string,
    string,
    string,
    Scopes,
    Date,
    Moment,
    Moment,
    Text,
    Moment,
    Text,
    ...unknown[],
  ];
  const [replaces, replacedBy, ...ofOwner] = rest as [Text, Text, ...unknown[]];
  const owner = toMember(ofOwner);
  const token = {
    id,
    name,
    purpose,
    owner: { id: owner.id, name: owner.name, email: owner.email, active: owner.active },
    scopes,
    created,
    expires,
    revoked,
    revokedBy,
    lastUsed,
    lastUsedAddress,
    replaces,
    replacedBy,
  };
  return { token, owner };
}

type Moment = Date | null;
type Text = string | null;

function toMember(row: unknown[]): Member {
  const [id, organizationId, name, email, roleKeys, active, admin] = row as [
    string,
    string,
    string,
    string,
    string[],
    boolean,
    boolean,
  ];
  return { id, organizationId, name, email, roleKeys, active, admin };
}
