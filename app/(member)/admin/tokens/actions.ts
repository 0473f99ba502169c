"use server";
/**
 * The server actions of the page of all tokens. Each token is revoked individually, within the administrator's own organisation.
 */
import { revalidatePath } from "next/cache";
import { administratorAction } from "@/lib/session/action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { type RevokedOfSeveral, revokeTokens } from "@/lib/tokens/change/revoke";
import { findMismatch, provenRevocation } from "./revoke/proven-revocation";

/** `failed`: their ids. `stopped`: no request that began later was accepted; null if none was revoked now. */
export type RevokedSeveral = {
  revoked: number;
  before: number;
  unknown: number;
  failed: string[];
  stopped: Date | null;
};

export const revokeSeveral = administratorAction(provenRevocation, async (sent, signedIn) => {
  const mismatch = await findMismatch(sent, signedIn.member);
  return mismatch === null ? revoke(sent.tokenIds, signedIn) : { mismatch };
});

async function revoke(tokenIds: readonly string[], signedIn: SignedIn): Promise<RevokedSeveral> {
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
}
