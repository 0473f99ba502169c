/** Stopping a token that is in use. */
import { describe, expect, it } from "vitest";
import { isRecentlyUsed, isSameName, surelyStopped } from "@/app/(member)/tokens/[id]/revoke/recently-used";

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

describe("a typed name", () => {
  it.each([
    ["Website sync", "Website sync", true],
    [" Website sync ", "Website sync", true],
    ["Cafe\u0301", "Café", true],
    ["Website sync", "Website  sync", true],
    ["Website sync", "Website\u00a0sync", true],
    ["Website sync", "Website\u2003 sync", true],
    ["Website sync", "Website\u200b sync\u2060", true],
    ["Wim's “sync”", 'Wim’s "sync"', true],
    ["'Sync' - shop", "‘Sync’ – shop", true],
    ['"Sync"', "„Sync“", true],
    ["website sync", "Website sync", false],
    ["Websitesync", "Website sync", false],
    ["Wims sync", "Wim's sync", false],
    ["", "Website sync", false],
  ])("%j for %j: %s", (typed, name, same) => {
    expect(isSameName(typed, name)).toBe(same);
  });
});

it("A revocation is surely in force a second after its moment", () => {
  expect(surelyStopped(NOW).toISOString()).toBe("2026-11-21T12:00:01.000Z");
});
