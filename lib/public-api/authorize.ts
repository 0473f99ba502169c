/** The third stage: whether the caller can use the entity, and has the verb that the endpoint asks for. */
import type { EntityAccess } from "../access/compile";
import { requireEntity, requireVerb } from "../access/require";
import type { Identified } from "./admission";
import type { CallerEndpoint, EntityEndpoint } from "./endpoints/registry";

export type Authorized = Identified &
  ({ about: "caller"; endpoint: CallerEndpoint } | { about: "entity"; endpoint: EntityEndpoint; access: EntityAccess });

/** Throws ENTITY_NOT_FOUND, PERMISSION_DENIED. */
export function authorize(identified: Identified): Authorized {
  const { endpoint, caller, entityKey } = identified;
  if (endpoint.about === "caller") return { ...identified, about: "caller", endpoint };
  const access = requireEntity(caller.access, entityKey);
  if (endpoint.verb !== null) requireVerb(access, endpoint.verb);
  return { ...identified, about: "entity", endpoint, access };
}
