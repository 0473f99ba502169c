/** What several secrets of a token have, as one list. */
import { expect, it } from "vitest";
import { newestOf } from "@/app/(member)/tokens/[id]/newest-of";
import type { VisibleToken } from "@/lib/tokens/read/visible-token";

const version = (hint: string) => ({ token: { hint } }) as VisibleToken;
const at = (minute: number) => ({ at: new Date(Date.UTC(2026, 10, 21, 12, minute)) });

it("is in the order of time, newest first, and each item names its secret", () => {
  const merged = newestOf([version("new"), version("old")], [[at(9), at(3)], [at(5)]]);
  expect(merged.map(({ secret, at }) => [secret, at.getUTCMinutes()])).toEqual([
    ["new", 9],
    ["old", 5],
    ["new", 3],
  ]);
});
