/** How often a request is handled, and what a result holds that comes after its deadline. The steps are asked over HTTP, in `tests/api`. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AccessChanged } from "@/lib/access/require";
import { ENDPOINTS, type EndpointName } from "@/lib/public-api/endpoints/registry";
import { handle, runEndpoint } from "@/lib/public-api/handle-request";
import { authorizedFor } from "./authorized";

describe("a result that arrives too late", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<EndpointName>(["records.list", "search"])("releases its room: %s", async (name) => {
    const sent = vi.fn();
    const late = () => new Promise((resolve) => setTimeout(resolve, 10_001, { status: 200, data: "[]", sent }));
    const endpoint = ENDPOINTS.find((each) => each.name === name);
    const refused = expect(runEndpoint(authorizedFor({ ...endpoint, handle: late }))).rejects.toThrow(
      "no answer within 10000 ms",
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(sent).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveBeenCalledExactlyOnceWith();
  });
});

describe("a write that finds other permissions than it was authorized with", () => {
  /** Its permissions change before each of its first authorizations, and never again. */
  function requestThatSettlesAfter(authorizations: number) {
    let times = 1;
    const write = async () => {
      if (times < authorizations) throw new AccessChanged();
      return { status: 200 as const, data: `handled with authorization ${times}` };
    };
    const authorized = authorizedFor({ about: "caller", method: "POST", safe: false, handle: write });
    const renew = async () => {
      times += 1;
      return authorized;
    };
    return { handled: handle(authorized, renew), times: () => times };
  }

  it("is handled with its last authorization", async () => {
    const { handled } = requestThatSettlesAfter(20);
    expect((await handled).data).toBe("handled with authorization 20");
  });

  it("is a fault of ours if permissions still change at the twentieth authorization", async () => {
    const { handled, times } = requestThatSettlesAfter(21);
    await expect(handled).rejects.toBeInstanceOf(AccessChanged);
    expect(times()).toBe(20);
  });

  it("is refused as soon as an authorization refuses it, and no other fault is tried again", async () => {
    const row = { about: "caller", method: "POST", safe: false } as const;
    const changing = authorizedFor({ ...row, handle: () => Promise.reject(new AccessChanged()) });
    const failing = authorizedFor({ ...row, handle: () => Promise.reject(new Error("failed")) });
    const revoked = () => Promise.reject(new Error("revoked"));
    await expect(handle(changing, revoked)).rejects.toThrow("revoked");
    await expect(handle(failing, revoked)).rejects.toThrow("failed");
  });
});
