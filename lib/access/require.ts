/** The gates every request passes on its way to a record: each gives back a narrower type, or throws. */
import { ApiError } from "../errors";
import type { Verb } from "../model";
import type { Refusal } from "../refusal";
import type { Access, EntityAccess } from "./compile";

/** Throws ENTITY_NOT_FOUND: one answer for unknown, unexposed and unusable entities. */
export function requireEntity(access: Access, key: string | null): EntityAccess {
  const entityAccess = key === null ? null : access.entity(key);
  if (entityAccess === null) throw entityNotFound();
  return entityAccess;
}

/** Throws PERMISSION_DENIED. */
export function requireVerb(access: EntityAccess, verb: Verb): void {
  if (access.permissions[verb]) return;
  throw permissionDenied(`This token may not ${verb} records of ${access.entity.key}.`, { step: "verb" });
}

export function entityNotFound(): ApiError {
  return new ApiError("ENTITY_NOT_FOUND", "There is no such entity. GET /entities lists those this token can use.");
}

/** With which check it was, because this one code stands for many. */
export function permissionDenied(message: string, reason: Refusal): ApiError {
  return new ApiError("PERMISSION_DENIED", message, { reason });
}
