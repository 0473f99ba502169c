/** The 409 of a refused write (spec: Errors). Any other error is an internal one and passes through. */
import { ApiError } from "../../errors";
import type { Field } from "../../model";
import { FOREIGN_KEY_VIOLATION, sqlState, UNIQUE_VIOLATION } from "../../postgres/faults";
import { uniqueSuffix } from "./partition-plan";

/** PostgreSQL 18's code for deleting a parent that still has children. */
const RESTRICT_VIOLATION = "23001";

/** `label` and `parent` are null if the caller must not learn the field; `unique` are the fields that it can know. */
export type ConflictFields = { label: string | null; parent: string | null; unique: readonly Field[] };

/** For creates and updates. Throws DUPLICATE_LABEL or PARENT_REFERENCE for their constraints, else the error itself. */
export function throwConflict(error: unknown, fields: ConflictFields): never {
  switch (sqlState(error)) {
    case UNIQUE_VIOLATION:
      throw isOfUniqueField(error)
        ? duplicateValue(takenField(error, fields.unique), error)
        : duplicateLabel(fields.label, error);
    case FOREIGN_KEY_VIOLATION:
    case RESTRICT_VIOLATION:
      throw parentReference(fields.parent, error);
    default:
      throw error;
  }
}

/** For deletes. Throws PARENT_REFERENCE if the record has children, else the error itself. */
export function throwChildConflict(cause: unknown): never {
  const state = sqlState(cause);
  if (state !== FOREIGN_KEY_VIOLATION && state !== RESTRICT_VIOLATION) throw cause;
  const message =
    "Other records have this one as their parent, perhaps some that this token cannot see. Delete them first, or give them another parent.";
  throw new ApiError("PARENT_REFERENCE", message, { cause });
}

/** Reveals nothing about the other record, which may be hidden (contract § 7). */
export function duplicateLabel(field: string | null, cause?: unknown): ApiError {
  const message =
    "Another record of this entity already has this label. Labels are compared ignoring case and surrounding space: send another one, or update that record.";
  const details = field === null ? {} : { details: [{ field, message: "is already the label of another record" }] };
  return new ApiError("DUPLICATE_LABEL", message, { cause, ...details });
}

/** Reveals nothing about the other record either (contract § 7). `taken` is null if the caller must not learn the field. */
export function duplicateValue(taken: Field | null, cause?: unknown): ApiError {
  const message =
    "Another record of this entity already has this value in a unique field. Send another value, or update that record.";
  const field = taken?.key ?? null;
  const details = field === null ? {} : { details: [{ field, message: "is already the value of another record" }] };
  return new ApiError("DUPLICATE_LABEL", message, { cause, reason: { step: "conflict", field }, ...details });
}

function isOfUniqueField(error: unknown): boolean {
  return /_unique_[0-9a-f]{16}$/.test(constraintOf(error));
}

/** The field of that index; null if it is not one of `fields`. */
function takenField(error: unknown, fields: Iterable<Field>): Field | null {
  const constraint = constraintOf(error);
  return [...fields].find((field) => field.unique && constraint.endsWith(uniqueSuffix(field))) ?? null;
}

function constraintOf(error: unknown): string {
  return error instanceof Error && "constraint" in error && typeof error.constraint === "string"
    ? error.constraint
    : "";
}

/** Gives one text for a missing parent, an invisible one, and a cycle. */
export function parentReference(field: string | null, cause?: unknown): ApiError {
  const message =
    "This parent is not possible: it must be an existing record that this token can see, other than the record itself and those below it.";
  const details = field === null ? {} : { details: [{ field, message: "cannot be the parent of this record" }] };
  return new ApiError("PARENT_REFERENCE", message, { cause, ...details });
}
