/** The identity object of the spec, key for key, whatever else is known of the caller. */
import { expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { NO_LIMITS } from "@/lib/model";
import { toIdentityView } from "@/lib/public-api/endpoints/discovery";

it("shows organisation, member and token as the spec lists them, and nothing else", () => {
  const caller = {
    configuration: { organizationId: "organization", organizationKey: "acme" },
    member: { id: "member", name: "Ada", email: "ada@acme.test", roleKeys: ["sales"], admin: true, active: true },
    token: { id: "AbCdEfGhIjKlMnOpQrStUv", name: "Sync", scopes: null, limits: NO_LIMITS },
  } as unknown as Caller;
  expect(toIdentityView(caller)).toEqual({
    organizationId: "organization",
    member: { id: "member", name: "Ada", email: "ada@acme.test" },
    token: { id: "AbCdEfGhIjKlMnOpQrStUv", name: "Sync", tokenHint: "service_v1_AbCd…StUv" },
  });
});
