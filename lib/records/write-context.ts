/** What every write of a caller carries into its statement: who writes, within which scope, and what it may see of the result. */
import type { EntityAccess } from "../access/compile";
import type { Verb } from "../model";
import { planScope } from "../query/plan";
import type { WriteContext } from "../store/record-writes";
import type { Caller } from "../tokens/authenticate";
import { projectionOf } from "./view";

export function writeContext(caller: Caller, access: EntityAccess, verb: Verb): WriteContext {
  const { entity } = access;
  return {
    entityId: entity.id,
    admission: caller.admission,
    scope: planScope(access.scopeOf(verb), entity),
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null),
  };
}
