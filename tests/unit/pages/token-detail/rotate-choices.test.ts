/** What the rotation of a token offers. */
import { describe, expect, it } from "vitest";
import { expiryChoices } from "@/app/(member)/tokens/[id]/rotate/choices";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const at = (text: string) => new Date(`2026-${text}:00.000Z`);
const FREE = { maxLifetimeDays: null, allowNeverExpiring: true, requirePurpose: false };

describe("the expiry of the new secret", () => {
  it.each([
    [at("12-21T12:00"), FREE, "Keep its expiry of 21 Dec 2026, 12:00:00 UTC"],
    [
      null,
      { ...FREE, maxLifetimeDays: 10, allowNeverExpiring: false },
      "1 Dec 2026, 12:00:00 UTC, the latest that the policy allows",
    ],
  ])("is kept unless another is chosen: %s", (expires, policy, label) => {
    expect(expiryChoices(expires, policy, NOW)[0]).toEqual({
      value: "keep",
      label,
      disabled: false,
      expires: undefined,
    });
  });

  it("can be chosen again, as for a new token", () => {
    const choices = expiryChoices(null, { ...FREE, maxLifetimeDays: 60, allowNeverExpiring: false }, NOW);
    expect(choices.map(({ label, disabled }) => [label, disabled])).toEqual([
      ["20 Jan 2027, 12:00:00 UTC, the latest that the policy allows", false],
      ["7 days, 28 Nov 2026", false],
      ["30 days, 21 Dec 2026", false],
      ["60 days, 20 Jan 2027", false],
      ["90 days (the organization's policy allows 60 days at most)", true],
      ["1 year (the organization's policy allows 60 days at most)", true],
      ["Never (the organization's policy requires an expiry)", true],
    ]);
  });
});
