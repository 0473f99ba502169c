/** A token's history in sentences. */
import { describe, expect, it } from "vitest";
import { describeEvent } from "@/app/(member)/tokens/[id]/history/history-words";
import type { AuditAction } from "@/lib/events";
import type { JsonObject } from "@/lib/model";

const SUCCESSOR = "e9wUsrKhODoum6AyAgiQ0f";

describe("an event", () => {
  it.each<[string, AuditAction, JsonObject]>([
    [
      "Created as “Sync”, for list, create on deals; list on contacts, never to expire",
      "token.create",
      {
        name: "Sync",
        scopes: [
          { entity: "deals", verbs: ["list", "create"] },
          { entity: "contacts", verbs: ["list"] },
        ],
        expires: null,
      },
    ],
    [
      "Rotated to service_v1_e9wU…iQ0f, to expire on 21 Dec 2026, 12:00:00 UTC; this one to work until 21 Nov 2026, 13:00:00 UTC",
      "token.rotate",
      { successor: SUCCESSOR, expires: "2026-12-21T12:00:00.000Z", worksUntil: "2026-11-21T13:00:00.000Z" },
    ],
    [
      "Renamed from “Sync” to “Web”. Purpose changed from “a” to “b”",
      "token.rename",
      { before: { name: "Sync", purpose: "a" }, after: { name: "Web", purpose: "b" } },
    ],
    [
      "Access narrowed: delete on contacts; list, create on deals removed",
      "token.narrow",
      {
        before: [
          { entity: "contacts", verbs: ["list", "delete"] },
          { entity: "deals", verbs: ["list", "create"] },
        ],
        after: [{ entity: "contacts", verbs: ["list"] }],
      },
    ],
  ])("is described as %j", (sentence, action, details) => {
    expect(describeEvent({ action, details })).toBe(sentence);
  });

  it("with details of another shape is described all the same", () => {
    expect(describeEvent({ action: "token.rename", details: { before: 1, after: [] } })).toBe("Renamed");
    expect(describeEvent({ action: "token.narrow", details: {} })).toBe("Access narrowed");
    expect(describeEvent({ action: "token.rotate", details: { worksUntil: "soon" } })).toBe("Rotated to another token");
  });
});

it("a limit says what was tightened, not what already applied", () => {
  const before = {
    deniedFields: [{ entity: "deals", fields: ["amount"] }],
    allowedAddresses: [],
    requestsPerMinute: 60,
  };
  const after = { ...before, allowedAddresses: ["10.0.0.0/8"], requestsPerMinute: 30 };
  expect(describeEvent({ action: "token.limit", details: { before, after } })).toBe(
    "Limited further: works from 10.0.0.0/8 only; at most 30 requests a minute",
  );
});
