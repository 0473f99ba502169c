/** The live tokens that a draft of the policy would not allow, for the administrator who edits it. Nothing is stored. */
import { z } from "zod";
import { MAX_CURRENT_TOKENS, MAX_POLICY_DAYS } from "@/lib/limits";
import { administratorRead } from "@/lib/session/read";
import { listExceeding } from "@/lib/tokens/read/exceeding";

const flag = z.enum(["true", "false"]).transform((text) => text === "true");
/** Empty if there is no limit. */
const number = (most: number) =>
  z
    .string()
    .regex(/^\d{0,6}$/)
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((value) => value === null || (value >= 1 && value <= most));

const asked = z.object({
  maxLifetimeDays: number(MAX_POLICY_DAYS),
  allowNeverExpiring: flag,
  requirePurpose: flag,
  revokeUnusedAfterDays: number(MAX_POLICY_DAYS),
  maxLiveTokens: number(MAX_CURRENT_TOKENS),
});

export const GET = administratorRead(asked, (policy, { organization }) =>
  listExceeding(organization.id, policy, new Date()),
);
