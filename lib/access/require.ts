/** The checks that every request passes on its way to a record. Each returns a narrower type, or throws. */
import { ApiError } from "../errors";
import { didYouMean } from "../messages/suggestion";
import type { Verb } from "../model";
import type { Refusal } from "../refusal";
import type { Access, EntityAccess } from "./compile";

/** Throws ENTITY_NOT_FOUND, with the same response for unknown, unexposed and unusable entities. */
export function requireEntity(access: Access, key: string | null): EntityAccess {
  const entityAccess = key === null ? null : access.entity(key);
  if (entityAccess === null) throw entityNotFound(access, key);
  return entityAccess;
}

/** Throws PERMISSION_DENIED unless the caller has one of the verbs, or none is given. */
export function requireVerb(access: EntityAccess, ...verbs: Verb[]): void {
  if (verbs.length === 0 || verbs.some((verb) => access.permissions[verb])) return;
  const { key } = access.entity;
  const message = `This token does not have ${verbs.join(" or ")} on ${key}; GET /entities/${key} shows what it has.`;
  throw permissionDenied(message, { step: "verb" });
}

/** Throws PERMISSION_DENIED unless the caller has one of the verbs on at least one entity, or none is given. */
export function requireVerbSomewhere(access: Access, ...verbs: Verb[]): void {
  const isHeld = ({ permissions }: EntityAccess) => verbs.some((verb) => permissions[verb]);
  if (verbs.length === 0 || access.entities().some(isHeld)) return;
  const message = `This token does not have ${verbs.join(" or ")} on any entity; GET /entities shows what it has.`;
  throw permissionDenied(message, { step: "verb" });
}

/** Suggests only entities that the caller can use. */
function entityNotFound(access: Access, written: string | null): ApiError {
  const usable = access.entities().map(({ entity }) => entity.key);
  const meant = written === null ? "" : didYouMean(written, usable);
  const message = `There is no such entity.${meant} GET /entities lists those that this token can use.`;
  return new ApiError("ENTITY_NOT_FOUND", message);
}

/** `reason` names the check that failed, because many checks share this code. */
export function permissionDenied(message: string, reason: Refusal): ApiError {
  return new ApiError("PERMISSION_DENIED", message, { reason });
}

/** The token, its owner or the configuration changed after admission; the pipeline admits the request again (contract § 2). */
export class AccessChanged extends Error {
  constructor() {
    super("The permissions of this request changed while it ran.");
    this.name = "AccessChanged";
  }
}
