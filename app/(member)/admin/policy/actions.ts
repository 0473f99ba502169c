"use server";
/** The server actions of the token policy. lib/configuration decides whether a change is allowed. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { addressRange } from "@/lib/configuration/schema";
import { MAX_ALLOWED_ADDRESSES, MAX_CURRENT_TOKENS, MAX_POLICY_DAYS, MIN_UNUSED_DAYS } from "@/lib/limits";
import { SECOND_FACTOR_RULES } from "@/lib/model";
import { administratorAction, freshAdministratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { revokeTokens } from "@/lib/tokens/change/revoke";
import { findMismatch, provenRevocation } from "../tokens/revoke/proven-revocation";

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

/** `from`: the policy that the administrator saw when they decided. */
export const savePolicy = freshAdministratorAction(change, async ({ from, to }, signedIn) => {
  const outcome = await changeTokenPolicy(signedIn.organization.id, { from, to }, actorOf(signedIn));
  revalidatePath("/admin/policy");
  return outcome;
});

/** Returns how many were stopped now and how many could not be, or what has to be typed first. */
export const revokeExceeding = administratorAction(provenRevocation, async (sent, signedIn) => {
  const mismatch = await findMismatch(sent, signedIn.member);
  if (mismatch !== null) return { mismatch };
  const outcomes = await revokeTokens(sent.tokenIds, { organizationId: signedIn.organization.id }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome.kind === kind).length;
  return { revoked: count("revoked"), failed: count("failed") };
});
