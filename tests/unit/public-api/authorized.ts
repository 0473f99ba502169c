/** A request that has passed its authorization, for an endpoint with just the properties that a test gives. */
import type { Caller } from "@/lib/authentication/authenticate";
import type { Endpoint } from "@/lib/public-api/endpoints/registry";
import type { Authorized, Known } from "@/lib/public-api/handle-request";
import { openDeadline } from "@/lib/time/deadline";

const CALLER = { token: { rootId: "its token" }, configuration: { entities: new Map() }, pausedEntities: null };

export function authorizedFor(endpoint: object, caller: object = CALLER): Authorized<Known> {
  const request = { header: () => null };
  const matched = { request, body: {}, deadline: openDeadline(), earlyRead: null };
  return {
    about: (endpoint as Endpoint).about,
    endpoint,
    identified: { matched, caller: caller as Caller },
    caller,
    access: { entity: { id: "its entity" } },
    query: new Map(),
  } as unknown as Authorized<Known>;
}
