"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { addressRange } from "@/lib/configuration/schema";
import { MAX_ALLOWED_ADDRESSES, MAX_CURRENT_TOKENS, MAX_POLICY_DAYS, MIN_UNUSED_DAYS } from "@/lib/limits";
import { SECOND_FACTOR_RULES } from "@/lib/model";
import { freshAdministratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";

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
