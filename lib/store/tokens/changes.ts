/** Changes tokens, each in one transaction with its audit event. Callers decide by the locked row what can change. */
import { Prisma } from "../../../generated/prisma/client";
import { readLimits } from "../../access/token-limits";
import type { Actor, AuditAction, NoticeKind } from "../../events";
import type { Configuration, JsonObject, JsonValue, Member } from "../../model";
import { sql } from "../../query/sql";
import { auditEventSql } from "../audit-event";
import { configurationLock } from "../configuration";
import { noticeSql } from "../notices";
import { prisma, runIn } from "../prisma";
import { moveWebhooksSql } from "../webhooks/webhooks";
import { storedLimits, type TokenRow, type TokenTarget, visibleSql } from "./tokens";

type NewToken = Pick<TokenRow, "id" | "name" | "purpose" | "scopes" | "limits" | "expires" | "replaces"> & {
  organizationId: string;
  memberId: string;
  secretHash: Buffer;
};

/** The tokens of one owner that are neither revoked nor expired; `lasting` leaves out those that have been replaced. */
export type LiveTokens = { all: number; lasting: number };

/** `requireRoom` throws if the owner cannot have another token; nothing is written then. */
type Insertion = { checkedBy: CheckedBy; requireRoom: (live: LiveTokens) => void; by: Actor };

type CheckedBy = Pick<Configuration, "organizationId" | "organizationKey" | "version">;

/** The organization has another version than the change was checked against. Nothing was written; check it again. */
export class ConfigurationChanged extends Error {}

/** No other version until the transaction ends: one that renames limits rewrites all tokens. Throws ConfigurationChanged. */
async function holdConfiguration(transaction: Transaction, { organizationId, organizationKey, version }: CheckedBy) {
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock_shared(hashtextextended(${configurationLock(organizationKey)}, 0))`;
  // A separate statement, because one that waited for the lock would still see the version before.
  const { configurationVersion } = await transaction.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { configurationVersion: true },
  });
  if (configurationVersion !== version) throw new ConfigurationChanged();
}

/** "exists": there already is a token with this id. Nothing is written then. */
type Inserted = "inserted" | "exists";

/** Throws ConfigurationChanged. */
export async function insertToken(token: NewToken, { checkedBy, requireRoom, by }: Insertion): Promise<Inserted> {
  return prisma().$transaction(async (transaction) => {
    await holdConfiguration(transaction, checkedBy);
    const live = await countLive(transaction, token.memberId, by.now ?? new Date());
    if ((await transaction.token.count({ where: { id: token.id } })) > 0) return "exists";
    requireRoom(live);
    await insertRow(transaction, token);
    const { organizationId, id: subject } = token;
    const limits = storedLimits(token.limits);
    const details = {
      memberId: token.memberId,
      name: token.name,
      scopes: token.scopes,
      ...(limits === null ? {} : { limits }),
      expires: token.expires?.toISOString() ?? null,
    };
    await runIn(transaction, auditEventSql({ organizationId, ...by, action: "token.create", subject, details }));
    const told = { kind: "token.created", tokenId: subject, by, details: { by: by.actor } } as const;
    await runIn(transaction, noticeSql(told));
    return "inserted";
  });
}

/** A token whose row is locked, so that no other transaction can change it. */
export type LockedToken = Omit<TokenRow, "owner" | "created" | "lastUsed" | "lastUsedAddress" | "replaces"> & {
  organizationId: string;
  owner: Member;
  /** The clock of PostgreSQL, by which tokens expire. */
  moment: Date;
};

type Changeable = "name" | "purpose" | "scopes" | "limits" | "expires" | "revoked" | "revokedBy";
type TokenColumns = { [Column in Changeable]?: NonNullable<LockedToken[Column]> };

type TokenWrites = {
  update(columns: TokenColumns): Promise<void>;
  insert(token: NewToken): Promise<void>;
  /** How many tokens a member has; until the end of the transaction no other transaction can add one. */
  countLive(memberId: string): Promise<LiveTokens>;
  note(action: AuditAction, details?: JsonObject): Promise<void>;
  /** Writes a notice to the owner if another person makes the change. */
  tell(kind: NoticeKind, details: JsonObject): Promise<void>;
};

/**
 * "unknown": no such token is visible. An error thrown in `change` rolls back its writes. `checkedBy` null: the change does
 * not depend on the configuration, and does not wait for one that is being applied. Throws ConfigurationChanged.
 */
export async function changeToken<Outcome>(
  { tokenId, visibility }: TokenTarget,
  { checkedBy, by }: { checkedBy: CheckedBy | null; by: Actor },
  change: (token: LockedToken, writes: TokenWrites) => Promise<Outcome>,
): Promise<Outcome | { kind: "unknown" }> {
  const isVisible = visibility === null ? sql`TRUE` : visibleSql(visibility);
  return prisma().$transaction(async (transaction) => {
    if (checkedBy !== null) await holdConfiguration(transaction, checkedBy);
    // Not FOR UPDATE: writes that only refer to the token, such as records of its use, need not wait.
    const lock = sql`SELECT 1 FROM tokens t WHERE t.id = ${tokenId} AND ${isVisible} FOR NO KEY UPDATE`;
    const locked = await runIn(transaction, lock);
    if (locked.length === 0) return { kind: "unknown" };
    const token = await readLocked(transaction, tokenId);
    return change(token, {
      update: async ({ scopes, limits, ...columns }) => {
        const held = { ...(scopes && { scopes }), ...(limits && { limits: toColumn(storedLimits(limits)) }) };
        await transaction.token.update({ where: { id: tokenId }, data: { ...columns, ...held } });
      },
      insert: (successor) => insertRow(transaction, successor),
      countLive: (memberId) => countLive(transaction, memberId, token.moment),
      note: async (action, details) => {
        const { organizationId } = token;
        const event = { organizationId, ...by, action, subject: tokenId, ...(details && { details }) };
        await runIn(transaction, auditEventSql(event));
      },
      tell: async (kind, details) => void (await runIn(transaction, noticeSql({ kind, tokenId, by, details }))),
    });
  });
}

type Transaction = Prisma.TransactionClient;

/** A separate statement, to see the state after waiting for the lock; a single one, because others wait for it meanwhile. */
async function readLocked(transaction: Transaction, tokenId: string): Promise<LockedToken> {
  const [token] = await transaction.$queryRaw<(Omit<LockedToken, "limits"> & { limits: JsonValue })[]>`
    SELECT t.id, t.organization_id AS "organizationId", t.name, t.purpose, t.scopes, t.limits, t.expires, t.revoked,
           t.revoked_by AS "revokedBy", s.id AS "replacedBy", date_trunc('milliseconds', clock_timestamp()) AS moment,
           json_build_object('id', m.id, 'organizationId', m.organization_id, 'name', m.name, 'email', m.email,
             'roleKeys', m.role_keys, 'active', m.active, 'admin', m.admin) AS owner
      FROM tokens t
      JOIN members m ON m.id = t.member_id
      LEFT JOIN tokens s ON s.replaces_id = t.id
     WHERE t.id = ${tokenId}`;
  if (token === undefined) throw new Error(`The token ${tokenId} is locked, and gone.`);
  return { ...token, limits: readLimits(token.limits) };
}

async function insertRow(
  transaction: Transaction,
  { scopes, limits, secretHash, replaces, ...columns }: NewToken,
): Promise<void> {
  await transaction.token.create({
    data: {
      ...columns,
      secretHash: new Uint8Array(secretHash),
      scopes: toColumn(scopes),
      limits: toColumn(storedLimits(limits)),
      replacesId: replaces,
    },
  });
  if (replaces === null) return;
  // Clients of the old secret continue with the new one from the same addresses, so its owner needs no notice of them.
  await transaction.$executeRaw`
    INSERT INTO token_addresses (token_id, address, first_used, last_used)
    SELECT ${columns.id}, address, first_used, last_used FROM token_addresses WHERE token_id = ${replaces}`;
  await runIn(transaction, moveWebhooksSql(replaces, columns.id));
}

async function countLive(transaction: Transaction, memberId: string, now: Date): Promise<LiveTokens> {
  // Creations for one owner run one after the other; otherwise two could both be the last one allowed.
  await transaction.$queryRaw`SELECT 1 FROM members WHERE id = ${memberId}::uuid FOR NO KEY UPDATE`;
  const live = { memberId, revoked: null, OR: [{ expires: null }, { expires: { gt: now } }] };
  const all = await transaction.token.count({ where: live });
  return { all, lasting: await transaction.token.count({ where: { ...live, replacedBy: null } }) };
}

function toColumn<Value extends object>(value: Value | null): Value | typeof Prisma.DbNull {
  return value ?? Prisma.DbNull;
}
