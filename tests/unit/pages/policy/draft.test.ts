/** The policy as it is typed, and what it comes to. */
import { describe, expect, it } from "vitest";
import { type PolicyDraft, readDraft, shutsOut } from "@/app/(member)/admin/policy/draft";
import { OPEN_POLICY } from "../../../support/open-policy";

const EMPTY: PolicyDraft = {
  maxLifetimeDays: "",
  allowNeverExpiring: true,
  requirePurpose: false,
  revokeUnusedAfterDays: "",
  allowedAddresses: "",
  maxLiveTokens: "",
  requireSecondFactor: null,
};
const ALL = {
  maxLifetimeDays: 30,
  allowNeverExpiring: false,
  requirePurpose: true,
  revokeUnusedAfterDays: 90,
  allowedAddresses: ["10.0.0.0/8", "192.0.2.7", "192.0.2.8", "2001:db8::/32"],
  maxLiveTokens: 1,
  requireSecondFactor: "members" as const,
};

describe("a policy that is typed", () => {
  it("has addresses by line or comma, each once and in its canonical form", () => {
    const { policy } = readDraft({ ...EMPTY, allowedAddresses: " 10.0.0.0/8\n::FFFF:192.0.2.7, 192.0.2.7\n\n" });
    expect(policy?.allowedAddresses).toEqual(["10.0.0.0/8", "192.0.2.7"]);
  });

  it.each<[Partial<PolicyDraft>, string, string]>([
    [
      { revokeUnusedAfterDays: "13" },
      "revokeUnusedAfterDays",
      "Give a whole number of days from 14 to 36,500, or nothing.",
    ],
    [
      { allowedAddresses: " , ;" },
      "allowedAddresses",
      '", ;" is not an IP address or range. Use 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32.',
    ],
  ])("is not valid with %o, which is shown at its field", (typed, field, problem) => {
    expect(readDraft({ ...EMPTY, ...typed })).toEqual({ policy: null, problems: { [field]: problem } });
  });

  it("says whether it shuts out its author", () => {
    expect(shutsOut(OPEN_POLICY, "192.0.2.9")).toBe(false);
    expect(shutsOut(ALL, "192.0.2.7")).toBe(false);
    expect(shutsOut(ALL, "192.0.2.9")).toBe(true);
  });
});
