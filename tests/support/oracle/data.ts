/** Finds what is wrong with the data of a write, field by field (contract § 7; docs/configuration.md, Field types, Lifecycle). */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "@/lib/model";
import { type EntityFile, type FieldFile, fieldIn, type ModelRecord } from "./file";
import type { Rights } from "./permissions";
import { compareValues, typedValue } from "./values";

/** The stored form, or undefined if the field does not accept the value. null clears it. */
export function acceptedValue(field: FieldFile, value: JsonValue): JsonValue | undefined {
  if (value === null) return null;
  const typed = typedValue(field.type, value);
  if (typed === undefined || typed === null) return undefined;
  return hasForm(field, typed) && isChosen(field, typed) && isInBounds(field, typed) ? typed : undefined;
}

function hasForm({ type, maxLength }: FieldFile, value: JsonValue): boolean {
  if (maxLength !== undefined && [...String(value)].length > maxLength) return false;
  if (type === "email") return /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(String(value));
  return type !== "url" || /^https?:\/\/[^\s/]+/.test(String(value));
}

function isChosen({ type, options = [] }: FieldFile, value: JsonValue): boolean {
  if (type === "select") return options.some((option) => option === value);
  if (type !== "multiselect" || !Array.isArray(value)) return true;
  return value.every((item, at) => options.some((option) => option === item) && value.indexOf(item) === at);
}

function isInBounds({ type, min, max }: FieldFile, value: JsonValue): boolean {
  const isBelow = min !== undefined && compareValues(type, value, min) < 0;
  return !isBelow && !(max !== undefined && compareValues(type, value, max) > 0);
}

export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

/** The given values that are accepted, in stored form, and the keys of the others. */
export function sortOut(rights: Rights, given: JsonObject): { taken: JsonObject; wrong: string[] } {
  const taken: JsonObject = {};
  const wrong: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    const field = fieldIn(rights.entity, key);
    // Hidden and not writable: as unknown.
    const stored = field === undefined || !rights.mayWrite(field) ? undefined : acceptedValue(field, value);
    if (stored === undefined) wrong.push(key);
    else taken[key] = stored;
  }
  return { taken, wrong };
}

/** contract § 7: readable but not writable. */
export function hasForbiddenKey({ entity, mayRead, mayWrite }: Rights, given: JsonObject): boolean {
  return Object.keys(given).some((key) => {
    const field = fieldIn(entity, key);
    return field !== undefined && mayRead(field) && !mayWrite(field);
  });
}

/**
 * The keys that the caller may write and whose values differ from what is stored, whether they can be taken or not. What it may
 * not read differs in any case.
 */
export function changesOf(rights: Rights, stored: ModelRecord, given: JsonObject, taken: JsonObject): JsonObject {
  const isVisible = rights.reaches("list", stored);
  const entries = Object.entries({ ...given, ...taken }).filter(([key, value]) => {
    const field = fieldIn(rights.entity, key);
    if (field === undefined || !rights.mayWrite(field)) return false;
    const isKnown = isVisible && rights.readsAlways(field);
    return !isKnown || !isDeepStrictEqual(stored.data[key] ?? null, value);
  });
  return Object.fromEntries(entries);
}

/** True if a record can be created like this. A value that is not a state is wrong, but the lifecycle ignores it. */
export function mayBegin(entity: EntityFile, data: JsonObject): boolean {
  const { lifecycle } = entity;
  if (lifecycle?.initial === undefined) return true;
  const field = fieldIn(entity, lifecycle.field);
  const state = data[lifecycle.field] ?? null;
  if (state === null) return field?.required === true;
  return !(field?.options ?? []).includes(String(state)) || lifecycle.initial.includes(String(state));
}

/** Checks the changes by the lifecycle. Returns the right that it requires besides `update`; null: none. */
export function wayOf(
  entity: EntityFile,
  before: JsonObject,
  changes: JsonObject,
): { allowed: boolean; right: string | null } {
  const { lifecycle } = entity;
  if (lifecycle === undefined) return { allowed: true, right: null };
  const to = changes[lifecycle.field];
  const from = before[lifecycle.field] ?? null;
  const isMove = to !== undefined && to !== from;
  const others = Object.keys(changes).length - (isMove ? 1 : 0);
  const isLocked = from !== null && lifecycle.states?.[String(from)]?.locked === true;
  if (isLocked && others > 0) return { allowed: false, right: null };
  if (!isMove) return { allowed: true, right: null };
  const isState = (value: JsonValue) =>
    (fieldIn(entity, lifecycle.field)?.options ?? []).some((option) => option === value);
  if (to !== null && !isState(to)) return { allowed: true, right: null };
  // docs/configuration.md, Lifecycle: a record without a state enters one as a new record does.
  const entersOne = to !== null && (lifecycle.initial ?? [to]).includes(to as string);
  if (!isState(from) && entersOne) return { allowed: true, right: null };
  const way = lifecycle.transitions.find((transition) => transition.from === from && transition.to === to);
  return { allowed: way !== undefined, right: way?.verb ?? null };
}

export function mayBeDeleted({ lifecycle }: EntityFile, data: JsonObject): boolean {
  if (lifecycle === undefined) return true;
  const state = lifecycle.states?.[String(data[lifecycle.field] ?? "")];
  return state?.deletable ?? state?.locked !== true;
}
