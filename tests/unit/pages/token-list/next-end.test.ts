/** When a list of tokens would say something else. */
import { expect, it } from "vitest";
import { nextEndOf } from "@/components/tokens/list/next-end";
import type { TokenStatus } from "@/lib/tokens/status";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
const token = (status: TokenStatus, expires: Date | null) => ({ status, expires });

it("is the first of the ends that are still to come, of tokens that work", () => {
  const tokens = [
    token("active", days(9)),
    token("expires soon", days(2)),
    token("rotating", days(3)),
    token("revoked", days(1)),
    token("owner inactive", days(1)),
    token("active", NOW),
    token("active", null),
  ];
  expect(nextEndOf(tokens, NOW)).toEqual(days(2));
});

it("is none where nothing ends", () => {
  expect(nextEndOf([], NOW)).toBeNull();
  expect(nextEndOf([token("active", null), token("expired", days(30))], NOW)).toBeNull();
});
