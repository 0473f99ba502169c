/** What is read before its caller is verified is told only to whom it was read for, and begun only where it may pass. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { issueToken, type PresentedToken } from "@/lib/authentication/token-secret";
import { NO_LIMITS } from "@/lib/model";
import type { Admitted, Identified, Presented } from "@/lib/public-api/admission";
import type { EndpointResult } from "@/lib/public-api/endpoints/endpoint";
import { ENDPOINTS, type EndpointName } from "@/lib/public-api/endpoints/registry";
import type { Matched } from "@/lib/public-api/match-route";
import { recentCaller, rememberCaller, speculative, takeEarlyRead } from "@/lib/public-api/speculative-read";

const callerWith = (accessKey: string) => ({ accessKey, token: { limits: NO_LIMITS } }) as Caller;
const CALLER = callerWith("same");
const result = (sent?: () => void): EndpointResult => ({ status: 200, data: "[]", ...(sent && { sent }) });

let token: PresentedToken = issueToken();
beforeEach(() => {
  token = issueToken();
});

function requestFor(name: EndpointName = "records.list"): Matched {
  const endpoint = ENDPOINTS.find((each) => each.name === name);
  return { request: {}, endpoint, earlyRead: null as Matched["earlyRead"] } as Matched;
}

/** An admission of `token` that finds `caller`, or fails. */
function admissionOf(caller: Caller | Error) {
  return {
    present: async (matched: Matched) => ({ matched, token }) as Presented,
    verify: async (presented: Presented) => {
      if (caller instanceof Error) throw caller;
      return { ...presented, caller } as Identified;
    },
    count: async () => ({ remaining: 600 }) as Admitted["window"],
    complete: (identified: Identified, window: Admitted["window"]) => ({ ...identified, window }) as Admitted,
  };
}

describe("a read", () => {
  it("starts for the caller of the last request, and is delivered to it once", async () => {
    rememberCaller(token, CALLER, 600);
    const read = vi.fn(async () => result());
    const { matched } = await speculative(admissionOf(callerWith("same")), read)(requestFor());
    expect(read).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ caller: CALLER }));
    expect(await takeEarlyRead(matched)).toEqual(result());
    expect(takeEarlyRead(matched)).toBeNull();
  });

  it("is told to nobody with other permissions, and gives back what it held", async () => {
    rememberCaller(token, callerWith("other"), 600);
    const sent = vi.fn();
    const { matched } = await speculative(admissionOf(CALLER), async () => result(sent))(requestFor());
    expect(takeEarlyRead(matched)).toBeNull();
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  });

  it("is told to nobody who is refused, and gives back what it held", async () => {
    rememberCaller(token, CALLER, 600);
    const sent = vi.fn();
    const admit = speculative(admissionOf(new Error("revoked")), async () => result(sent));
    await expect(admit(requestFor())).rejects.toThrow("revoked");
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(recentCaller(token)).toBeNull();
  });

  it("leaves a result to the request that took it", async () => {
    rememberCaller(token, CALLER, 600);
    const sent = vi.fn();
    const { matched } = await speculative(admissionOf(CALLER), async () => result(sent))(requestFor());
    await takeEarlyRead(matched);
    await new Promise(setImmediate);
    expect(sent).not.toHaveBeenCalled();
  });

  it("fails only for the request that takes it", async () => {
    rememberCaller(token, CALLER, 600);
    const failing = () => Promise.reject(new Error("no result"));
    const { matched } = await speculative(admissionOf(CALLER), failing)(requestFor());
    await expect(takeEarlyRead(matched)).rejects.toThrow("no result");
    await speculative(admissionOf(callerWith("other")), failing)(requestFor());
  });

  it.each<EndpointName>(["me", "records.create", "records.update", "records.delete"])(
    "does not begin for %s, which reads nothing, or changes something",
    async (name) => {
      rememberCaller(token, CALLER, 600);
      const read = vi.fn(async () => result());
      await speculative(admissionOf(CALLER), read)(requestFor(name));
      expect(read).not.toHaveBeenCalled();
    },
  );
});

describe("the recent caller", () => {
  it("is not known before the token was verified once", async () => {
    expect(recentCaller(token)).toBeNull();
    const read = vi.fn(async () => result());
    await speculative(admissionOf(CALLER), read)(requestFor());
    expect(read).not.toHaveBeenCalled();
    expect(recentCaller(token)).toBe(CALLER);
  });

  it("is not known for another secret of the same token, which uses up nothing either", () => {
    rememberCaller(token, CALLER, 1);
    expect(recentCaller(issueToken(token.id))).toBeNull();
    expect(recentCaller(token)).toBe(CALLER);
  });

  it("is not known once as many requests were begun as the window has room for", () => {
    rememberCaller(token, CALLER, 2);
    expect([recentCaller(token), recentCaller(token), recentCaller(token)]).toEqual([CALLER, CALLER, null]);
    rememberCaller(token, CALLER, 0);
    expect(recentCaller(token)).toBeNull();
  });
});
