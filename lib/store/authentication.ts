/**
 * Everything that a request's token says, in one statement by primary key: the token, its owner, the organisation and the
 * version of its configuration. Asked on every request, so that a change acts on the next one (contract § 2).
 */
import { Prisma } from "../../generated/prisma/client";
import type { Member, Scopes, Token } from "../model";
import { tokenLane } from "./lane";
import { read } from "./statement";

const { sql } = Prisma;

export type TokenRecord = {
  secretHash: Uint8Array;
  revoked: boolean;
  /** By the clock of PostgreSQL, which all processes share. */
  expired: boolean;
  token: Token;
  /** The scopes as PostgreSQL prints them: what writes compare with. */
  scopesText: string | null;
  member: Member;
  configurationVersion: number;
};

export async function findToken(id: string): Promise<TokenRecord | null> {
  const statement = sql`
    SELECT t.secret_hash, t.revoked IS NOT NULL, coalesce(t.expires <= now(), FALSE), t.name, t.scopes::text,
      m.id, m.name, m.email, m.role_keys, m.active, m.admin, o.id, o.configuration_version
    FROM tokens t
    JOIN members m ON m.id = t.member_id
    JOIN organizations o ON o.id = t.organization_id
    WHERE t.id = ${id}`;
  const [row] = await read(statement, tokenLane, "prepared");
  if (row === undefined) return null;
  const [
    secretHash,
    revoked,
    expired,
    tokenName,
    scopesText,
    memberId,
    memberName,
    email,
    roleKeys,
    active,
    admin,
    ...rest
  ] = row;
  const [organizationId, configurationVersion] = rest as [string, number];
  return {
    secretHash: secretHash as Uint8Array,
    revoked: revoked as boolean,
    expired: expired as boolean,
    token: { id, name: tokenName as string, scopes: parseScopes(scopesText as string | null) },
    scopesText: scopesText as string | null,
    member: {
      id: memberId as string,
      organizationId,
      name: memberName as string,
      email: email as string,
      roleKeys: roleKeys as string[],
      active: active as boolean,
      admin: admin as boolean,
    },
    configurationVersion,
  };
}

function parseScopes(text: string | null): Scopes {
  return text === null ? null : (JSON.parse(text) as Scopes);
}
