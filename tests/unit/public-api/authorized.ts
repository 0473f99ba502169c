/** A request that has passed its authorization, for an endpoint with just the properties that a test gives. */
import type { Caller } from "@/lib/authentication/authenticate";
import type { Authorized, Known } from "@/lib/public-api/handle-request";
import { openDeadline } from "@/lib/time/deadline";

const CALLER = { token: { rootId: "its token" }, configuration: { entities: new Map() }, pausedEntities: null };

export function authorizedFor(row: Record<string, unknown>, caller: object = CALLER): Authorized<Known> {
  const query = new Map();
  const matched = { request: { header: () => null }, query, body: {}, deadline: openDeadline(), earlyRead: null };
  return {
    about: row.about,
    endpoint: row,
    identified: { matched, caller: caller as Caller },
    caller,
    access: { entity: { id: "its entity" } },
  } as unknown as Authorized<Known>;
}
