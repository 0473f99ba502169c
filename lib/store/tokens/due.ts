/** Automatic steps for tokens, a bounded number at a time: notices of expiry and disuse, and the revocation of unused ones. */
import { TOLD_BEFORE_EXPIRY_DAYS, TOLD_BEFORE_REVOKING_DAYS } from "../../limits";
import { write } from "../../postgres/query";
import { type Sql, sql } from "../../query/sql";
import { hearersSql } from "../notices";

/** The name of the policy as an actor in the audit log and in notices. */
export const TOKEN_POLICY = "token policy";

/** Notifies once per deadline, not before half of a token's life is over (`statusOf`), and not for one that is being replaced. */
export async function tellOfExpiry(): Promise<number> {
  const told = await write(sql`
    INSERT INTO notices (organization_id, member_id, token_id, kind, details, once)
    SELECT t.organization_id, hearer.id, t.id, 'token.expires',
      jsonb_build_object('expires', to_char(t.expires AT TIME ZONE 'UTC', ${ISO}), 'days', soon.days), t.id || ' expires ' || soon.days
    FROM tokens t ${hearersSql("token.expires")}
    CROSS JOIN LATERAL (SELECT CASE WHEN t.expires <= now() + INTERVAL '1 day' THEN 1 ELSE ${TOLD_BEFORE_EXPIRY_DAYS}::int END) soon (days)
    WHERE t.revoked IS NULL AND t.expires > now() AND t.expires <= now() + make_interval(days => ${TOLD_BEFORE_EXPIRY_DAYS}::int)
      AND t.expires - now() <= now() - t.created
      AND NOT EXISTS (SELECT FROM tokens next WHERE next.replaces_id = t.id)
      AND NOT EXISTS (SELECT FROM notices n WHERE n.member_id = hearer.id AND n.once = t.id || ' expires ' || soon.days)
    LIMIT 1000
    ON CONFLICT (member_id, once) DO NOTHING
    RETURNING 1`);
  return told.length;
}

/** Repeated if the token was used since, or if maintenance paused for so long that nothing was revoked. */
export async function tellOfDisuse(): Promise<number> {
  const told = await write(sql`
    WITH due AS (
      SELECT t.id, policy.days FROM tokens t ${UNUSED}
      WHERE ${LIVE} AND ${unusedFor(sql`policy.days - ${TOLD_BEFORE_REVOKING_DAYS}::int`)}
        AND (t.expires IS NULL OR t.expires > now() + make_interval(days => ${TOLD_BEFORE_REVOKING_DAYS}::int))
        AND (t.told_unused IS NULL OR t.told_unused <= ${LAST_ACTIVE} OR t.told_unused <= now() - ${VALID})
      LIMIT 1000 FOR NO KEY UPDATE OF t SKIP LOCKED
    ), told AS (
      UPDATE tokens t SET told_unused = now() FROM due WHERE t.id = due.id RETURNING t.id
    ), noticed AS (
      INSERT INTO notices (organization_id, member_id, token_id, kind, details)
      SELECT t.organization_id, hearer.id, t.id, 'token.unused', jsonb_build_object('days', due.days,
        'revokes', to_char((greatest(now() + make_interval(days => ${TOLD_BEFORE_REVOKING_DAYS}::int),
          ${LAST_ACTIVE} + make_interval(days => due.days))) AT TIME ZONE 'UTC', ${ISO}))
      FROM due JOIN tokens t ON t.id = due.id LEFT JOIN token_uses u ON u.token_id = t.id ${hearersSql("token.unused")}
    )
    SELECT id FROM told`);
  return told.length;
}

/** Revokes tokens whose owner was notified in time and that were not used since. */
export async function revokeUnused(): Promise<number> {
  const revoked = await write(sql`
    WITH due AS (
      SELECT t.id, t.organization_id, policy.days, u.last_used FROM tokens t ${UNUSED}
      WHERE ${LIVE} AND ${unusedFor(sql`policy.days`)} AND t.told_unused > ${LAST_ACTIVE}
        AND t.told_unused <= now() - make_interval(days => ${TOLD_BEFORE_REVOKING_DAYS}::int) AND t.told_unused > now() - ${VALID}
      LIMIT 500 FOR NO KEY UPDATE OF t SKIP LOCKED
    ), revoked AS (
      UPDATE tokens t SET revoked = date_trunc('milliseconds', clock_timestamp()), revoked_by = ${TOKEN_POLICY}
      FROM due WHERE t.id = due.id RETURNING t.id
    ), audited AS (
      INSERT INTO audit_events (id, organization_id, actor, action, subject, details)
      SELECT gen_random_uuid(), due.organization_id, ${TOKEN_POLICY}, 'token.revoke', due.id,
        jsonb_build_object('reason', 'unused', 'days', due.days)
      FROM due
    ), noticed AS (
      INSERT INTO notices (organization_id, member_id, token_id, kind, details)
      SELECT t.organization_id, hearer.id, t.id, 'token.revoked-unused', jsonb_build_object('days', due.days)
      FROM due JOIN tokens t ON t.id = due.id ${hearersSql("token.revoked-unused")}
    )
    SELECT id FROM revoked`);
  return revoked.length;
}

const ISO = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** How long a notice to the owner stays valid: if maintenance paused for longer, the owner is notified again. */
const VALID = sql`INTERVAL '21 days'`;

/** The policy in force, if it limits disuse; and the last use. */
const UNUSED = sql`
  JOIN organizations o ON o.id = t.organization_id
  JOIN configurations c ON c.organization_id = o.id AND c.version = o.configuration_version
  CROSS JOIN LATERAL (SELECT (c.document #>> '{organization,tokenPolicy,revokeUnusedAfterDays}')::int) policy (days)
  LEFT JOIN token_uses u ON u.token_id = t.id`;

const LIVE = sql`t.revoked IS NULL AND (t.expires IS NULL OR t.expires > now()) AND policy.days IS NOT NULL`;

const LAST_ACTIVE = sql`coalesce(u.last_used, t.created)`;

function unusedFor(days: Sql): Sql {
  return sql`${LAST_ACTIVE} <= now() - make_interval(days => ${days})`;
}
