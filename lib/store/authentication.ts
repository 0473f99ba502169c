/** Reads a token and all it depends on in one statement by key, so that changes apply to the next request (contract § 2). */
import { readLimits } from "../access/token-limits";
import { TOLD_BEFORE_EXPIRY_DAYS } from "../limits";
import { type JsonValue, type Member, NO_LIMITS, type Scopes, type Token } from "../model";
import { postgres } from "../postgres/postgres";
import { read } from "../postgres/query";
import { PRIMARY_POSITION, parseWalPosition, type WalPosition } from "../postgres/replica";
import { raw, sql } from "../query/sql";

export type TokenRecord = {
  secretHash: Uint8Array;
  revoked: boolean;
  /** Uses the clock of PostgreSQL, which all processes share. */
  expired: boolean;
  token: Token;
  /** The scopes as PostgreSQL prints them, for comparison by writes. */
  scopesText: string | null;
  limitsText: string | null;
  member: Member;
  configurationVersion: number;
  /** Entities whose records are being rewritten by a change of configuration; null if there are none. */
  pausedEntities: string[] | null;
  /** The primary's log position at that moment; null without replicas. */
  seen: WalPosition | null;
};

export async function findToken(id: string): Promise<TokenRecord | null> {
  const position = postgres().replicas.length === 0 ? sql`NULL` : raw(PRIMARY_POSITION);
  const statement = sql`
    SELECT t.root_id AS "rootId", t.secret_hash AS "secretHash", t.revoked IS NOT NULL AS revoked,
      coalesce(t.expires <= now(), FALSE) AS expired, t.name AS "tokenName", t.scopes::text AS scopes, t.limits::text AS limits,
      CASE WHEN t.expires <= now() + make_interval(days => ${TOLD_BEFORE_EXPIRY_DAYS}::int)
        THEN (extract(epoch FROM t.expires) * 1000)::float8 END AS "endsAt",
      m.id AS "memberId", m.name AS "memberName", m.email, m.role_keys AS "roleKeys", m.active, m.admin,
      o.id AS "organizationId", o.configuration_version AS "configurationVersion",
      o.paused_entities AS "pausedEntities", ${position} AS position
    FROM tokens t
    JOIN members m ON m.id = t.member_id
    JOIN organizations o ON o.id = t.organization_id
    WHERE t.id = ${id}`;
  const [row] = await read<Row>(statement, { plan: "generic", on: "authentication", key: id });
  if (row === undefined) return null;
  const { secretHash, revoked, expired, scopes, limits, configurationVersion, pausedEntities, organizationId } = row;
  const { memberId, memberName, email, roleKeys, active, admin } = row;
  return {
    secretHash,
    revoked,
    expired,
    token: {
      id,
      rootId: row.rootId ?? id,
      name: row.tokenName,
      scopes: scopes === null ? null : (JSON.parse(scopes) as Scopes),
      limits: limits === null ? NO_LIMITS : readLimits(JSON.parse(limits) as JsonValue),
      endsAt: row.endsAt,
    },
    scopesText: scopes,
    limitsText: limits,
    member: { id: memberId, organizationId, name: memberName, email, roleKeys, active, admin },
    configurationVersion,
    pausedEntities,
    seen: row.position === null ? null : parseWalPosition(row.position),
  };
}

type Row = Omit<TokenRecord, "token" | "scopesText" | "limitsText" | "member" | "seen"> &
  Omit<Member, "id" | "name"> & {
    rootId: string | null;
    tokenName: string;
    scopes: string | null;
    limits: string | null;
    endsAt: number | null;
    memberId: string;
    memberName: string;
    position: string | null;
  };
