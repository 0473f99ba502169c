"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { isProven } from "@/components/confirm/typed-proof";
import { administratorAction } from "@/lib/session/action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { type RevokedOfSeveral, revokeTokens } from "@/lib/tokens/change/revoke";
import { typedProofFor } from "../../tokens/[id]/revoke/typed-proof";
import { loadChosen } from "./revoke/load-chosen";

/** `failed`: their ids. `stopped`: no request that began later was accepted; null if none was revoked now. */
export type RevokedSeveral = Awaited<ReturnType<typeof revoke>>;

const MAX_AT_ONCE = 500;

/** `all`: how many are revoked together; `tokenIds` can be a part of them. `typed`: empty if nothing is required. */
const provenRevocation = z
  .strictObject({
    tokenIds: z.array(z.string().max(40)).min(1).max(MAX_AT_ONCE),
    all: z.int().min(1),
    typed: z.string().max(5_000),
  })
  .refine(({ tokenIds, all }) => tokenIds.length <= all);

/** `mismatch`: what to type instead; the server requires the same as the pages. */
export const revokeSeveral = administratorAction(provenRevocation, async ({ tokenIds, all, typed }, signedIn) => {
  const now = new Date();
  const proof = typedProofFor(await loadChosen(tokenIds, signedIn.member, now), now, all);
  if (proof !== null && !isProven(proof, typed)) return { mismatch: proof.mismatch };
  return revoke(tokenIds, signedIn);
});

async function revoke(tokenIds: readonly string[], signedIn: SignedIn) {
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
