/** The worst exception of a token comes first: the list has words for one only. */
import { expect, it } from "vitest";
import { exceptionsOf } from "@/components/tokens/list/row/exception-badges";
import type { TokenStatus } from "@/lib/tokens/status";

const kinds = (status: TokenStatus, rejected: number, limited: number) =>
  exceptionsOf(status, { rejected, limited }).map(({ kind }) => kind);

it("a token that simply works has no exceptions", () => {
  expect(exceptionsOf("active", undefined)).toEqual([]);
});

it.each(["owner inactive", "expired", "revoked"] as const)("%s comes before refused and limited requests", (status) => {
  expect(kinds(status, 1, 1)).toEqual(["status", "rejected", "limited"]);
});

it.each(["expires soon", "never used", "rotating"] as const)(
  "%s comes after refused and limited requests",
  (status) => {
    expect(kinds(status, 1, 1)).toEqual(["rejected", "limited", "status"]);
  },
);

it("says how many requests there were", () => {
  expect(exceptionsOf("active", { rejected: 1, limited: 1204 }).map(({ sentence }) => sentence)).toEqual([
    "1 request in the last 24 hours was rejected with 401 or 403.",
    "1,204 requests in the last 24 hours exceeded the rate limit.",
  ]);
});
