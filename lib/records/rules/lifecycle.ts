/** Lifecycle rules (docs/configuration.md). Refuses with PERMISSION_DENIED (contract § 7), which reveals no hidden state. */
import type { EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import { isNone } from "../../access/scope";
import type { JsonObject, JsonValue, Lifecycle, VerbWord } from "../../model";
import type { LifecycleRefusal } from "../../refusal";

/** Throws PERMISSION_DENIED if a record cannot be created in this state. */
export function requireInitialState(access: EntityAccess, data: JsonObject): void {
  const { lifecycle } = access.entity;
  if (lifecycle === null || lifecycle.initial === null) return;
  const state = stateOf(lifecycle, data);
  // Validation reports a state that is missing or does not exist.
  if (state === null ? access.entity.fields.get(lifecycle.field)?.required : !isState(access, lifecycle, state)) return;
  if (mayBegin(lifecycle, state)) return;
  const reason = refusalOf(access, lifecycle, { rule: "initial", to: state });
  if (!access.readable.has(lifecycle.field)) throw permissionDenied("A new record cannot start in this state.", reason);
  throw permissionDenied(`A new record starts in one of these states: ${lifecycle.initial.join(", ")}.`, reason);
}

/**
 * Throws PERMISSION_DENIED unless the lifecycle allows the change. A record without a valid state can enter initial states, or
 * it could never get out. Returns the transition's permission, which the caller may have on some records only.
 */
export function requireTransition(access: EntityAccess, before: JsonObject, changed: JsonObject): VerbWord[] {
  const { lifecycle } = access.entity;
  if (lifecycle === null) return [];
  const from = stateOf(lifecycle, before);
  const isMove = Object.hasOwn(changed, lifecycle.field) && changed[lifecycle.field] !== from;
  const isLocked = typeof from === "string" && lifecycle.states.get(from)?.locked === true;
  const otherChanges = Object.keys(changed).length - (isMove ? 1 : 0);
  if (isLocked && otherChanges > 0) {
    const message = "This record is locked by its state: change its state first, if the lifecycle allows it.";
    throw permissionDenied(message, refusalOf(access, lifecycle, { rule: "locked", from }));
  }
  if (!isMove) return [];
  const to = changed[lifecycle.field] ?? null;
  if (to !== null && !isState(access, lifecycle, to)) return [];
  if (!isState(access, lifecycle, from) && mayBegin(lifecycle, to)) return [];
  const transition = lifecycle.transitions.find((way) => way.from === from && way.to === to);
  if (transition === undefined) {
    const reason = refusalOf(access, lifecycle, { rule: "no way", from, to });
    const message =
      "The lifecycle of this record does not allow this change of state. The configuration says which it allows.";
    throw permissionDenied(message, reason);
  }
  const { verb } = transition;
  if (verb === null) return [];
  if (isNone(access.scopeOf(verb))) {
    const reason = { ...refusalOf(access, lifecycle, { rule: "permission", from, to }), permission: verb };
    throw permissionDenied(`This change of state requires the permission ${verb}.`, reason);
  }
  return [verb];
}

/** Throws PERMISSION_DENIED if a record's state forbids deleting it. */
export function requireDeletable(access: EntityAccess, data: JsonObject): void {
  const { lifecycle } = access.entity;
  if (lifecycle === null) return;
  const state = stateOf(lifecycle, data);
  if (typeof state !== "string" || lifecycle.states.get(state)?.deletable !== false) return;
  const reason = refusalOf(access, lifecycle, { rule: "undeletable", from: state });
  const message = "A record in this state cannot be deleted: change its state first, if the lifecycle allows it.";
  throw permissionDenied(message, reason);
}

type States = { rule: LifecycleRefusal["rule"]; from?: JsonValue; to?: JsonValue };

function refusalOf(access: EntityAccess, lifecycle: Lifecycle, { rule, from, to }: States): LifecycleRefusal {
  const isKnown = access.readable.get(lifecycle.field) === "all";
  return {
    step: "lifecycle",
    rule,
    ...(isKnown && typeof from === "string" ? { from } : {}),
    ...(isKnown && typeof to === "string" ? { to } : {}),
  };
}

function mayBegin({ initial }: Lifecycle, state: JsonValue): boolean {
  return typeof state === "string" && (initial === null || initial.includes(state));
}

function stateOf(lifecycle: Lifecycle, data: JsonObject): JsonValue {
  return data[lifecycle.field] ?? null;
}

function isState(access: EntityAccess, lifecycle: Lifecycle, value: JsonValue): boolean {
  const options = access.entity.fields.get(lifecycle.field)?.options ?? [];
  return options.some((option) => option.value === value);
}
