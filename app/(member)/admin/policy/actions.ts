"use server";
/** What the page of the token policy does. Whether a change may be is decided in lib/configuration. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { MAX_POLICY_DAYS } from "@/lib/limits";
import { administratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";

const policy = z.strictObject({
  maxLifetimeDays: z.int().min(1).max(MAX_POLICY_DAYS).nullable(),
  allowNeverExpiring: z.boolean(),
  requirePurpose: z.boolean(),
});
const change = z.strictObject({ from: policy, to: policy });

/** `from`: what the administrator had before them when they decided. */
export const savePolicy = administratorAction(change, async ({ from, to }, signedIn) => {
  const outcome = await changeTokenPolicy(signedIn.organization.id, { from, to }, actorOf(signedIn));
  revalidatePath("/admin/policy");
  return outcome;
});
