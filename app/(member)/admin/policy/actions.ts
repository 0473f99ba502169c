"use server";
/** What the page of the token policy does. Whether a change is allowed is decided in lib/configuration. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { addressRange } from "@/lib/configuration/schema";
import { MAX_ALLOWED_ADDRESSES, MAX_CURRENT_TOKENS, MAX_POLICY_DAYS, MIN_UNUSED_DAYS } from "@/lib/limits";
import { SECOND_FACTOR_RULES } from "@/lib/model";
import { administratorAction, freshAdministratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { revokeTokens } from "@/lib/tokens/change/revoke";

const policy = z.strictObject({
  maxLifetimeDays: z.int().min(1).max(MAX_POLICY_DAYS).nullable(),
  allowNeverExpiring: z.boolean(),
  requirePurpose: z.boolean(),
  revokeUnusedAfterDays: z.int().min(MIN_UNUSED_DAYS).max(MAX_POLICY_DAYS).nullable(),
  allowedAddresses: z.array(addressRange).max(MAX_ALLOWED_ADDRESSES),
  maxLiveTokens: z.int().min(1).max(MAX_CURRENT_TOKENS).nullable(),
  requireSecondFactor: z.enum(SECOND_FACTOR_RULES).nullable(),
});
const change = z.strictObject({ from: policy, to: policy });

/** `from`: what the administrator had before them when they decided. */
export const savePolicy = freshAdministratorAction(change, async ({ from, to }, signedIn) => {
  const outcome = await changeTokenPolicy(signedIn.organization.id, { from, to }, actorOf(signedIn));
  revalidatePath("/admin/policy");
  return outcome;
});

/** No more are shown at once. */
const named = z.strictObject({ tokenIds: z.array(z.string().max(40)).min(1).max(100) });

/** How many were stopped now, and how many could not be. */
export const revokeExceeding = administratorAction(named, async ({ tokenIds }, signedIn) => {
  const outcomes = await revokeTokens(tokenIds, { organizationId: signedIn.organization.id }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome.kind === kind).length;
  return { revoked: count("revoked"), failed: count("failed") };
});
