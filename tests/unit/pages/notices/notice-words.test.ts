/** What a notice says: what happened to the token, and what to do. */
import { expect, it } from "vitest";
import { describeNotice } from "@/app/(member)/notices/notice-words";
import type { NoticeKind } from "@/lib/events";

it("a kind of another version is shown without its words", () => {
  expect(describeNotice({ kind: "token.other" as NoticeKind, details: {} }).tone).toBe("info");
});
