/** Replaces a token with a new one; the old secret works for the overlap. Each secret has its own record of use. */
import { compileAccess } from "../../access/compile";
import { tokenHint } from "../../authentication/token-form";
import { issueToken } from "../../authentication/token-secret";
import type { Actor } from "../../events";
import type { Configuration, Member, Scopes } from "../../model";
import { databaseMoment } from "../../store/server";
import { changeToken, type LockedToken } from "../../store/tokens/changes";
import { findTokenRow, type TokenTarget } from "../../store/tokens/tokens";
import { expiryProblems, inheritedExpiry, type OverlapSeconds, overlapEnd, requireRoom, TokenRefused } from "../policy";
import type { OwnVisibility } from "../read/visibility";
import { findExcess, grantedScopes } from "../scopes";
import { stateOf } from "../status";
import type { CreatedToken } from "./create";
import { byCurrentConfiguration } from "./current-configuration";

/**
 * `visibility` null: any token, for the command line. `expires` undefined: as before; null: never. `to` absent: the same owner.
 */
export type Rotation = {
  to?: Member;
  tokenId: string;
  visibility: OwnVisibility | null;
  overlapSeconds: OverlapSeconds;
  expires?: Date | null | undefined;
};

export type Rotated =
  | { kind: "rotated"; created: CreatedToken; previous: { id: string; hint: string; worksUntil: Date } }
  | { kind: "rotated before"; successorId: string }
  | { kind: "not active" | "unknown" };

/** Throws TokenRefused for an expiry against the policy or an owner with fewer permissions. Concurrent calls: one successor. */
export async function rotateToken(rotation: Rotation, by: Actor): Promise<Rotated> {
  // The command line names a token without its organization.
  const { organizationId } = rotation.visibility ?? (await findTokenRow(rotation))?.owner ?? {};
  if (organizationId === undefined) return { kind: "unknown" };
  return byCurrentConfiguration(organizationId, (configuration) => rotateBy(configuration, rotation, by));
}

async function rotateBy(configuration: Configuration, rotation: Rotation, by: Actor): Promise<Rotated> {
  const { organizationId, tokenPolicy } = configuration;
  const { overlapSeconds, expires, to } = rotation;
  const problems = expires === undefined ? [] : expiryProblems(expires, tokenPolicy, by.now ?? new Date());
  if (problems.length > 0) throw new TokenRefused(problems);

  return changeToken<Rotated>(rotation, { checkedBy: configuration, by }, async (old, writes) => {
    // Checked first: a rotation without overlap has revoked the old secret, and may be requested twice.
    if (old.replacedBy !== null) return { kind: "rotated before", successorId: old.replacedBy };
    if (!isActive(old)) return { kind: "not active" };
    const owner = to ?? old.owner;
    const worksUntil = overlapEnd(overlapSeconds, old.expires, old.moment);
    await writes.update(overlapSeconds === 0 ? { revoked: old.moment, revokedBy: by.actor } : { expires: worksUntil });
    requireRoom(await writes.countLive(owner.id), to === undefined ? NO_MAXIMUM : tokenPolicy);
    const { id, text, secretHash } = issueToken();
    const { name, purpose, limits } = old;
    const { scopes, excess } = to === undefined ? { ...old, excess: [] } : planHandOver(configuration, old, to);
    if (excess.length > 0) throw new TokenRefused(excess.map((message) => ({ part: "scopes", message })));
    const ends = expires === undefined ? inheritedExpiry(old.expires, tokenPolicy, old.moment) : expires;
    const successor = { id, organizationId, memberId: owner.id, name, purpose, secretHash, expires: ends };
    await writes.insert({ ...successor, scopes, limits, replaces: old.id });
    await writes.note(to === undefined ? "token.rotate" : "token.hand-over", {
      ...(to === undefined ? {} : { to: to.email }),
      successor: id,
      worksUntil: worksUntil.toISOString(),
      expires: ends?.toISOString() ?? null,
    });
    const told = { by: by.actor, successor: id, worksUntil: worksUntil.toISOString() };
    await writes.tell("token.rotated", to === undefined ? told : { ...told, to: to.email });
    const created = { id, text, hint: tokenHint(id), expires: ends };
    return { kind: "rotated", created, previous: { id: old.id, hint: tokenHint(old.id), worksUntil } };
  });
}

/** A rotation does not change the number of lasting tokens. */
const NO_MAXIMUM = { maxLiveTokens: null };

/** `excess` has one sentence for each permission that the new owner lacks. */
export function planHandOver(
  configuration: Configuration,
  { scopes, owner }: { scopes: Scopes; owner: Member },
  to: Member,
): { scopes: NonNullable<Scopes>; excess: string[] } {
  const granted = grantedScopes(scopes, compileAccess(configuration, owner, null));
  return { scopes: granted, excess: findExcess(granted, compileAccess(configuration, to, null)) };
}

/** `stopped`: no request that began later was accepted, by PostgreSQL's clock. */
type OverlapEnded = { kind: "ended"; stopped: Date } | { kind: "not rotating" | "unknown" };

/** `tokenId` is the old token of the pair, which is revoked. */
export async function endOverlap(target: TokenTarget, by: Actor): Promise<OverlapEnded> {
  const outcome = await changeToken(target, { checkedBy: null, by }, async (old, writes) => {
    if (!isActive(old) || old.replacedBy === null) return { kind: "not rotating" as const };
    await writes.update({ revoked: old.moment, revokedBy: by.actor });
    await writes.note("token.end-overlap", { successor: old.replacedBy });
    return { kind: "ended" as const };
  });
  // Read after the commit, because requests were accepted until then.
  return outcome.kind === "ended" ? { kind: "ended", stopped: await databaseMoment() } : outcome;
}

function isActive(token: LockedToken): boolean {
  return stateOf(token, token.moment) === "active";
}
