/** What a result holds that comes after the deadline of its request. The steps of a request are asked over HTTP, in `tests/api`. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ENDPOINTS, type EndpointName } from "@/lib/public-api/endpoints/registry";
import { type Authorized, handleEndpoint, type Known } from "@/lib/public-api/handle-request";
import { openDeadline } from "@/lib/time/deadline";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each<EndpointName>(["records.list", "search"])("a late result of %s gives back its room", async (name) => {
  const sent = vi.fn();
  const late = () => new Promise((resolve) => setTimeout(resolve, 10_001, { status: 200, data: "[]", sent }));
  const endpoint = ENDPOINTS.find((each) => each.name === name);
  const request = { header: () => null };
  const outcome = handleEndpoint({
    about: endpoint?.about,
    endpoint: { ...endpoint, handle: late },
    identified: { matched: { request, body: {}, deadline: openDeadline() } },
    caller: { token: { rootId: "its token" } },
    access: { entity: { id: "its entity" } },
    query: new Map(),
  } as unknown as Authorized<Known>);
  const refused = expect(outcome).rejects.toThrow("no answer within 10000 ms");
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveBeenCalledExactlyOnceWith();
});
