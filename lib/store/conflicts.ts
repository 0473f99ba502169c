/** Which of the caller's conflicts a refused write is (spec: Errors, 409); anything else is a fault and passes on. */
import { ApiError } from "../errors";
import { sqlState } from "./statement";

const FOREIGN_KEY_VIOLATION = "23503";
/** What PostgreSQL 18 calls the parent's side of the same: a parent that still has children. */
const RESTRICT_VIOLATION = "23001";
const UNIQUE_VIOLATION = "23505";

/** Throws DUPLICATE_LABEL or PARENT_REFERENCE for the constraints that mean them, else the error itself. */
export function throwConflict(error: unknown): never {
  switch (sqlState(error)) {
    case UNIQUE_VIOLATION:
      throw duplicateLabel(error);
    case FOREIGN_KEY_VIOLATION:
    case RESTRICT_VIOLATION:
      throw parentReference(error);
    default:
      throw error;
  }
}

/** Says nothing of the other record: the caller may not be able to see it (contract § 7). */
export function duplicateLabel(cause?: unknown): ApiError {
  return new ApiError("DUPLICATE_LABEL", "Another record of this entity has this label already.", { cause });
}

/** One text for a missing parent, an invisible one, a cycle, and children that stand in the way. */
export function parentReference(cause?: unknown): ApiError {
  const message =
    "The parent does not allow this: it must exist, must not close a cycle, and must not be left by its children.";
  return new ApiError("PARENT_REFERENCE", message, { cause });
}
