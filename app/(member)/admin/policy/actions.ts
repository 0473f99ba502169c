"use server";
/** What the page of the token policy does. Whether a change may be is decided in lib/configuration. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { changeTokenPolicy, type PolicyChanged } from "@/lib/configuration/policy";
import { MAX_POLICY_DAYS } from "@/lib/limits";
import { type ActionRefusal, administratorForAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/actor";
import type { PageMember } from "@/lib/session/page-member";

const policy = z.strictObject({
  maxLifetimeDays: z.int().min(1).max(MAX_POLICY_DAYS).nullable(),
  allowNeverExpiring: z.boolean(),
  requirePurpose: z.boolean(),
});
const input = z.strictObject({ from: policy, to: policy });

/** `from`: what the administrator had before them when they decided. */
export async function savePolicy(
  page: PageMember,
  change: z.infer<typeof input>,
): Promise<PolicyChanged | ActionRefusal> {
  const signedIn = await administratorForAction(page);
  if ("refused" in signedIn) return signedIn;
  const { from, to } = input.parse(change);
  const outcome = await changeTokenPolicy(signedIn.organization.id, { from, to }, actorOf(signedIn));
  revalidatePath("/admin/policy");
  return outcome;
}
