/** What an admission begins before it is over, and when it does not: with a real database, and windows in memory. */
import { beforeEach, expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import { admit, Refused } from "@/lib/public-api/admit";
import { openDeadline } from "@/lib/public-api/deadline";
import type { ApiRequest } from "@/lib/public-api/request";
import { setMemberActive } from "@/lib/store/members";
import type { Caller } from "@/lib/tokens/authenticate";
import { createToken } from "@/lib/tokens/create";
import { roomInMinute } from "../../support/clock-minute";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";
import { BY, openOwners } from "../tokens/owners";

openTestDatabase();
process.env.RATE_LIMIT_REQUESTS_PER_MINUTE = "3";

/** No test takes longer, on a busy machine either. */
const TEST_MS = 5_000;
beforeEach(() => roomInMinute(TEST_MS));

async function openCalls() {
  const { ada } = await openOwners();
  const { text } = await createToken(ada, { name: "Sync", purpose: "", expires: null, scopes: null }, BY);
  const request: ApiRequest = {
    method: "GET",
    target: "/api/v1/me",
    header: (name) => (name === "authorization" ? `Bearer ${text}` : null),
    address: "192.0.2.7",
    signal: () => WANTED,
    malformed: null,
    readBody: async () => {},
  };
  /** Whether something was begun for the caller that was expected, and what became of the call. */
  const call = async (): Promise<[begun: boolean, outcome: number | string]> => {
    const begun: Caller[] = [];
    try {
      const { caller, applied } = await admit(request, openDeadline(), (expected) => begun.push(expected));
      expect(begun.every(({ access }) => access === caller.access)).toBe(true);
      return [begun.length > 0, applied.window.remaining];
    } catch (error) {
      if (!(error instanceof Refused && error.error instanceof ApiError)) throw error;
      return [begun.length > 0, error.error.code];
    }
  };
  return { ada, call };
}

it("begins for a token that was admitted before, as often as its window has room, and counts each call once", async () => {
  const { call } = await openCalls();
  expect([await call(), await call(), await call(), await call()]).toEqual([
    [false, 2],
    [true, 1],
    [true, 0],
    [false, "RATE_LIMITED"],
  ]);
});

it("begins nothing after a refusal, until the token is admitted again", async () => {
  const { ada, call } = await openCalls();
  await call();
  await setMemberActive({ member: ada, active: false }, BY);
  expect([await call(), await call()]).toEqual([
    [true, "OWNER_INACTIVE"],
    [false, "OWNER_INACTIVE"],
  ]);
  await setMemberActive({ member: ada, active: true }, BY);
  expect(await call()).toEqual([false, 0]);
});
