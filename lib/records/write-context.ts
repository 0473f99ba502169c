/** What every write of a caller carries into its statement: who writes, within which scope, and what it may see of the result. */
import type { EntityAccess } from "../access/compile";
import type { Verb } from "../model";
import { planScope } from "../query/plan";
import type { WriteContext } from "../store/record-writes";
import type { Caller } from "../tokens/authenticate";
import { projectionOf } from "./view";

export function writeContext(caller: Caller, access: EntityAccess, verb: Verb): WriteContext {
  const { entity, writable } = access;
  const nameable = (key: string | null) => (key !== null && writable.has(key) ? key : null);
  return {
    entityId: entity.id,
    admission: caller.admission,
    scope: planScope(access.scopeOf(verb), entity),
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null),
    // What is not the caller's to write may be hidden from it: a default of such a field can collide, too.
    conflictFields: { label: nameable(entity.labelField), parent: nameable(entity.parentField) },
  };
}
