/** The correlation id: the caller's own where it is usable, else one of ours (contract § 4). */
import { describe, expect, it } from "vitest";
import { requestIdOf } from "@/lib/http/request-id";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("a supplied id", () => {
  it.each(["a", " ", "~", "a b", '{"level":"fake"}', "x".repeat(200)])("%j is kept unchanged", (supplied) => {
    expect(requestIdOf(supplied)).toBe(supplied);
  });

  it.each([null, "", "x".repeat(201), "a\tb", "a\nb", "é", "\u007f", "a\0", "a\n"])(
    "%j is replaced by a new one",
    (supplied) => {
      expect(requestIdOf(supplied)).toMatch(UUID_V7);
    },
  );
});
