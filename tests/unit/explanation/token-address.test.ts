/** Why a token did not work from an address: by its own addresses, the organisation's, or both. */
import { expect, it } from "vitest";
import { tokenAddressCause } from "@/lib/explanation/access-cause";
import { OWNERS_VOICE, type RefusedCase } from "@/lib/explanation/refused-case";
import { NO_LIMITS } from "@/lib/model";

function adviceOf(own: string[], policyAddresses: string[]): string {
  const today = { role: null, scoped: null, denied: [], ownerIsActive: true, policyAddresses };
  const call = { address: "10.0.0.8" } as RefusedCase["call"];
  const limits = { ...NO_LIMITS, allowedAddresses: own };
  const shared = { detail: null, verb: null, before: null, voice: OWNERS_VOICE } as const;
  return tokenAddressCause({ ...shared, call, today: { ...today, limits } }).advice;
}

it.each([
  [[], [], "It works from every address by now: send it again."],
  [
    [],
    ["192.0.2.7"],
    "Tokens of the organisation work from `192.0.2.7`; an administrator can change that. If you do not know who sent it, revoke it.",
  ],
  [
    ["192.0.2.0/24"],
    ["192.0.2.7"],
    "It works from `192.0.2.0/24`. Tokens of the organisation work from `192.0.2.7`; an administrator can change that. If you do not know who sent it, revoke it; to use it from elsewhere, create another token.",
  ],
])("own addresses %o, those of the organisation %o", (own, policy, advice) => {
  expect(adviceOf(own, policy)).toBe(advice);
});
