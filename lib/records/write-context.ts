/** What every write of a caller carries into its statement: who writes, within which scope, and what it can see of the result. */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { VerbWord } from "../model";
import { both, EVERYTHING, planScope } from "../query/plan";
import type { WriteContext } from "../store/record-writes";
import { projectionOf } from "./view";

/** `rights`: every one that the write asks for. The record must lie in the scopes of all of them. */
export function writeContext(caller: Caller, access: EntityAccess, rights: VerbWord[]): WriteContext {
  const { entity, writable } = access;
  const scopes = [...new Set(rights)].map((right) => planScope(access.scopeOf(right), entity));
  const nameable = (key: string | null) => (key !== null && writable.has(key) ? key : null);
  return {
    entityId: entity.id,
    admission: caller.admission,
    scope: scopes.reduce(both, EVERYTHING),
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null),
    // What is not the caller's to write may be hidden from it: a default of such a field can collide, too.
    conflictFields: { label: nameable(entity.labelField), parent: nameable(entity.parentField) },
  };
}
