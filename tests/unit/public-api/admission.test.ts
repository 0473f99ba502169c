/** What an admission counts, and what begins before it is over: with a real database, and windows in memory. */
import { afterAll, beforeEach, expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { callLog } from "@/lib/call-log/write";
import { ApiError } from "@/lib/errors";
import { Admission } from "@/lib/public-api/admission";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import type { Matched } from "@/lib/public-api/match-route";
import { Trace } from "@/lib/public-api/recording";
import type { ApiRequest } from "@/lib/public-api/request";
import { speculative } from "@/lib/public-api/speculative-read";
import { limiters } from "@/lib/rate-limit/open";
import { openDeadline } from "@/lib/time/deadline";
import { createToken } from "@/lib/tokens/change/create";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { roomInMinute } from "../../support/clock-minute";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";
import { BY, openOwners } from "../tokens/owners";

openTestDatabase();
afterAll(() => callLog().flush());
process.env.RATE_LIMIT_REQUESTS_PER_MINUTE = "3";

/** No test takes longer, on a busy machine either. */
const TEST_MS = 5_000;
beforeEach(() => roomInMinute(TEST_MS));

const admission = new Admission(limiters);

async function openCalls() {
  const { ada } = await openOwners();
  const { id, text } = await createToken(ada, { name: "Sync", purpose: "", expires: null, scopes: null }, BY);
  let presented = text;
  const rotate = async () => {
    const rotated = await rotateToken({ tokenId: id, visibility: null, overlapSeconds: 3_600 }, BY);
    presented = rotated.kind === "rotated" ? rotated.created.text : rotated.kind;
  };
  const request: ApiRequest = {
    method: "GET",
    target: "/api/v1/me",
    header: (name) => (name === "authorization" ? `Bearer ${presented}` : null),
    address: "192.0.2.7",
    signal: () => WANTED,
    malformed: null,
    readBody: async () => {},
  };
  const [endpoint] = ENDPOINTS.filter(({ name }) => name === "records.list");
  /** Whether a read was begun for the recent caller, and what became of the request. */
  const call = async (): Promise<[begun: boolean, outcome: number | string]> => {
    const begun: Caller[] = [];
    const admit = speculative(admission, async ({ caller }) => {
      begun.push(caller);
      return { status: 200, data: "[]" };
    });
    const trace = new Trace(request);
    try {
      const admitted = await admit({ request, endpoint, trace, deadline: openDeadline() } as Matched);
      expect(begun.every(({ accessKey }) => accessKey === admitted.caller.accessKey)).toBe(true);
      return [begun.length > 0, trace.applied?.window.remaining ?? "no window"];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [begun.length > 0, error.code];
    }
  };
  return { call, rotate };
}

it("counts a token and the one in its place together", async () => {
  const { call, rotate } = await openCalls();
  await call();
  await rotate();
  expect([await call(), await call(), await call()]).toEqual([
    [false, 1],
    [true, 0],
    [false, "RATE_LIMITED"],
  ]);
});
