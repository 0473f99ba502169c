/** Revoking one token, or several independently. It acts everywhere, on the token's next request. */
import { TOKEN_ID_PATTERN } from "../../authentication/token-form";
import type { Actor, NoticeKind } from "../../events";
import { log } from "../../process/log";
import { databaseMoment } from "../../store/server";
import { changeToken } from "../../store/tokens/changes";
import type { TokenTarget, TokenVisibility } from "../../store/tokens/tokens";

/** `stopped`: no request that began later was accepted, by PostgreSQL's clock. */
export type Revoked =
  | { kind: "revoked"; stopped: Date }
  | { kind: "revoked before"; stopped: Date; revokedBy: string | null }
  | { kind: "unknown" };

/** Revoking twice is no error. `notice`: what the owner is told where somebody else revokes it. */
export async function revokeToken(
  target: TokenTarget,
  by: Actor,
  notice: NoticeKind = "token.revoked",
): Promise<Revoked> {
  if (!TOKEN_ID_PATTERN.test(target.tokenId)) return { kind: "unknown" };
  const outcome = await changeToken<Revoked>(target, by, async (token, writes) => {
    const { revoked, revokedBy } = token;
    if (revoked !== null) return { kind: "revoked before", stopped: revoked, revokedBy };
    await writes.update({ revoked: token.moment, revokedBy: by.actor });
    await writes.note("token.revoke");
    await writes.tell(notice, { by: by.actor });
    return { kind: "revoked", stopped: token.moment };
  });
  // Requests were accepted until the revocation was committed, so it is dated after that.
  return outcome.kind === "revoked" ? { ...outcome, stopped: await databaseMoment() } : outcome;
}

/** "failed": by a fault of the service, which is in the log; it may be tried again. */
export type RevokedOfSeveral = { tokenId: string; outcome: Revoked | { kind: "failed" } };

/** In the order of `tokenIds`. One that fails, or is not visible, does not keep the others from being revoked. */
export async function revokeTokens(
  tokenIds: readonly string[],
  visibility: TokenVisibility,
  by: Actor,
): Promise<RevokedOfSeveral[]> {
  const outcomes: RevokedOfSeveral[] = [];
  for (const tokenId of new Set(tokenIds)) {
    const outcome = await revokeToken({ tokenId, visibility }, by).catch((error) => {
      log().error({ error: String(error), tokenId }, "a token of several could not be revoked");
      return { kind: "failed" } as const;
    });
    outcomes.push({ tokenId, outcome });
  }
  return outcomes;
}
