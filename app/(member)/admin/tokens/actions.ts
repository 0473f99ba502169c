"use server";
/** What the page of all tokens does. Each token is revoked by itself, within the administrator's own organisation. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { administratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { type RevokedOfSeveral, revokeTokens } from "@/lib/tokens/change/revoke";

const MAX_AT_ONCE = 500;

const named = z.strictObject({ tokenIds: z.array(z.string().max(40)).min(1).max(MAX_AT_ONCE) });

/** `failed`: their ids. `stopped`: no request that began later was accepted; null where none was revoked now. */
export type RevokedSeveral = {
  revoked: number;
  before: number;
  unknown: number;
  failed: string[];
  stopped: Date | null;
};

export const revokeSeveral = administratorAction(named, async ({ tokenIds }, signedIn): Promise<RevokedSeveral> => {
  const outcomes = await revokeTokens(tokenIds, { organizationId: signedIn.organization.id }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  const count = (kind: RevokedOfSeveral["outcome"]["kind"]) =>
    outcomes.filter(({ outcome }) => outcome.kind === kind).length;
  const stops = outcomes.flatMap(({ outcome }) => (outcome.kind === "revoked" ? [outcome.stopped] : []));
  return {
    revoked: count("revoked"),
    before: count("revoked before"),
    unknown: count("unknown"),
    failed: outcomes.filter(({ outcome }) => outcome.kind === "failed").map(({ tokenId }) => tokenId),
    stopped: stops.at(-1) ?? null,
  };
});
