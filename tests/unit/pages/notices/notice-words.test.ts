/** What a notice says: what happened to the token, and what to do. */
import { expect, it } from "vitest";
import { describeNotice } from "@/app/(member)/notices/notice-words";
import type { NoticeKind } from "@/lib/events";
import type { JsonObject } from "@/lib/model";

const AT = "2026-11-30T09:00:00.000Z";

it.each<[NoticeKind, JsonObject, string, string]>([
  [
    "token.expires",
    { days: 7, expires: AT },
    "expires within 7 days, on 30 Nov 2026, 09:00:00 UTC",
    "Rotate it to get a new secret.",
  ],
  [
    "token.rotated",
    { by: "command line", to: "robot@acme.test", worksUntil: AT },
    "was handed over to robot@acme.test by command line",
    "The old secret keeps working until 30 Nov 2026, 09:00:00 UTC.",
  ],
])("%s, %o", (kind, details, happened, advice) => {
  expect(describeNotice({ kind, details })).toMatchObject({ happened, advice });
});

it("a kind of another version is shown without its words", () => {
  expect(describeNotice({ kind: "token.other" as NoticeKind, details: {} }).tone).toBe("info");
});
