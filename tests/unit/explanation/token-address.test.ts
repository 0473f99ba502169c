/** Why a token did not work from an address: by its own addresses, the organization's, or both. */
import { expect, it } from "vitest";
import { causeOf } from "@/lib/explanation/cause";
import type { RefusedCase } from "@/lib/explanation/refused-case";
import { NO_LIMITS } from "@/lib/model";

function adviceOf(own: string[], policyAddresses: string[]): string {
  const token = { limits: { ...NO_LIMITS, allowedAddresses: own } };
  const configuration = { tokenPolicy: { allowedAddresses: policyAddresses } };
  const permissions = { role: null, scoped: null, denied: [] };
  const today = { ...permissions, owner: { active: true }, token, configuration } as unknown as RefusedCase["today"];
  const detail = { refusal: { step: "token address" } };
  const call = { address: "10.0.0.8", code: "INVALID_TOKEN", entityKey: null, endpoint: "me", detail };
  const voice = { token: "your token", role: "your role" };
  return causeOf({ call: call as unknown as RefusedCase["call"], before: today, today, voice }).advice;
}

it.each([
  [[], [], "It works from every address by now: send it again."],
  [
    [],
    ["192.0.2.7"],
    "Tokens of the organization work from `192.0.2.7`; an administrator can change that. If you do not know who sent it, revoke it.",
  ],
  [
    ["192.0.2.0/24"],
    ["192.0.2.7"],
    "It works from `192.0.2.0/24`; to use it from elsewhere, create another token. Tokens of the organization work from `192.0.2.7`; an administrator can change that. If you do not know who sent it, revoke it.",
  ],
])("own addresses %o, those of the organization %o", (own, policy, advice) => {
  expect(adviceOf(own, policy)).toBe(advice);
});
