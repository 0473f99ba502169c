/** Revokes tokens, each independently. Applies everywhere from the token's next request. */
import { TOKEN_ID_PATTERN } from "../../authentication/token-form";
import type { Actor } from "../../events";
import { log } from "../../process/log";
import { databaseMoment } from "../../store/server";
import { changeToken } from "../../store/tokens/changes";
import type { TokenTarget, TokenVisibility } from "../../store/tokens/tokens";

/** `stopped`: no request that began later was accepted, by PostgreSQL's clock. */
export type Revoked =
  | { kind: "revoked"; stopped: Date }
  | { kind: "revoked before"; stopped: Date; revokedBy: string | null }
  | { kind: "unknown" };

/** Revoking twice is not an error. */
export async function revokeToken(target: TokenTarget, by: Actor): Promise<Revoked> {
  if (!TOKEN_ID_PATTERN.test(target.tokenId)) return { kind: "unknown" };
  const outcome = await changeToken<Revoked>(target, { checkedBy: null, by }, async (token, writes) => {
    const { revoked, revokedBy } = token;
    if (revoked !== null) return { kind: "revoked before", stopped: revoked, revokedBy };
    await writes.update({ revoked: token.moment, revokedBy: by.actor });
    await writes.note("token.revoke");
    await writes.tell("token.revoked", { by: by.actor });
    return { kind: "revoked", stopped: token.moment };
  });
  // Read after the commit, because requests were accepted until then.
  return outcome.kind === "revoked" ? { ...outcome, stopped: await databaseMoment() } : outcome;
}

/** "failed": an internal error, which is in the log; it can be tried again. */
export type RevokedOfSeveral = { tokenId: string; outcome: Revoked | { kind: "failed" } };

/** In the order of `tokenIds`. A failure does not prevent the others from being revoked. */
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
