/** Whom a token is expected to stand for while it is verified: never more than it stood for, and never for another secret. */
import { beforeEach, expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { issueToken } from "@/lib/authentication/token-secret";
import { expectAgain, expectedCaller, expectNoMore } from "@/lib/public-api/expected-caller";

const CALLER = { access: {} } as Caller;
let presented = issueToken();
beforeEach(() => {
  presented = issueToken();
});

it("is nobody before the token was verified once", () => {
  expect(expectedCaller(presented)).toBeNull();
});

it("is the caller of the last call", () => {
  const next = { access: {} } as Caller;
  expectAgain(presented, CALLER, 600);
  expect(expectedCaller(presented)).toBe(CALLER);
  expectAgain(presented, next, 599);
  expect(expectedCaller(presented)).toBe(next);
});

it("is nobody for another secret of the same token, which takes nothing away either", () => {
  expectAgain(presented, CALLER, 1);
  expect(expectedCaller(issueToken(presented.id))).toBeNull();
  expect(expectedCaller(presented)).toBe(CALLER);
});

it("is nobody once as many calls were begun as the window has room for", () => {
  expectAgain(presented, CALLER, 2);
  expect([expectedCaller(presented), expectedCaller(presented), expectedCaller(presented)]).toEqual([
    CALLER,
    CALLER,
    null,
  ]);
  expectAgain(presented, CALLER, 0);
  expect(expectedCaller(presented)).toBeNull();
});

it("is nobody after a refusal", () => {
  expectAgain(presented, CALLER, 600);
  expectNoMore(presented);
  expect(expectedCaller(presented)).toBeNull();
});
