"use server";
/** What the page of all tokens does. Each token is revoked by itself, within the administrator's own organisation. */
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { administratorAction, textOf } from "@/lib/session/action";
import { formAction } from "@/lib/session/form-action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { type RevokedOfSeveral, revokeTokens } from "@/lib/tokens/change/revoke";
import { typedProofFor } from "../../tokens/[id]/revoke/typed-proof";
import { inWords } from "./outcome-words";
import { loadChosen } from "./revoke/load-chosen";

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

export const revokeSeveral = administratorAction(named, ({ tokenIds }, signedIn) => revoke(tokenIds, signedIn));

const provenRevocation = named.extend({ typed: z.string().max(5_000) });

/** Where tokens are in use, their number or name is typed, as in the dialog. */
const revokeProven = administratorAction(provenRevocation, async ({ tokenIds, typed }, signedIn) => {
  const now = new Date();
  const proof = typedProofFor(await loadChosen(tokenIds, signedIn.member, now), now);
  if (proof !== null && !proof.isGiven(typed)) return { mismatch: proof.mismatch };
  return revoke(tokenIds, signedIn);
});

export const revokeSeveralByForm = formAction(revokeProven, {
  read: (form) => ({ tokenIds: form.getAll("token").map(String), typed: textOf(form, "typed") }),
  conclude: (outcome) => {
    if ("mismatch" in outcome) return { message: outcome.mismatch };
    if (outcome.failed.length > 0) return { message: inWords({ ...outcome, left: [] }) };
    redirect("/admin/tokens?status=revoked");
  },
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
