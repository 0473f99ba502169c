/** Stopping a token that is in use. */
import { describe, expect, it } from "vitest";
import { isRecentlyUsed } from "@/app/(member)/tokens/[id]/revoke/typed-proof";

const NOW = new Date("2026-11-21T12:00:00.000Z");

describe("a token", () => {
  it.each([
    [null, false],
    ["2026-11-21T11:59:59.000Z", true],
    ["2026-11-20T12:00:01.000Z", true],
    ["2026-11-20T12:00:00.000Z", false],
  ])("last used at %s counts as in use: %s", (lastUsed, recently) => {
    expect(isRecentlyUsed(lastUsed === null ? null : new Date(lastUsed), NOW)).toBe(recently);
  });
});
