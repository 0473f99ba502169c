/** Why a call was refused and what to do about it, by the check that refused it. */
import {
  entityCause,
  ownerCause,
  rateCause,
  readableCause,
  recordCause,
  rowScopeCause,
  tokenCause,
  turnCause,
  verbCause,
} from "./access-cause";
import {
  fieldsCause,
  lifecycleCause,
  newScopeCause,
  permissionToChangeCause,
  requiredFieldsCause,
} from "./change-cause";
import type { Cause, RefusedCase } from "./refused-case";
import {
  conflictCause,
  preconditionCause,
  referencesCause,
  shapeCause,
  validationCause,
  versionCause,
} from "./request-cause";

/** Pure. */
export function causeOf(refused: RefusedCase): Cause {
  switch (refused.step) {
    case "token":
      return tokenCause(refused);
    case "owner":
      return ownerCause(refused);
    case "rate limit":
      return rateCause(refused);
    case "turn":
      return turnCause();
    case "entity":
      return entityCause(refused);
    case "verb":
      return verbCause(refused);
    case "request id":
    case "path":
    case "address":
    case "shape":
      return shapeCause(refused);
    case "record":
      return recordCause(refused);
    case "row scope":
      return rowScopeCause(refused);
    case "precondition":
      return preconditionCause();
    case "version":
      return versionCause();
    case "fields":
      return fieldsCause(refused);
    case "lifecycle":
      return lifecycleCause(refused);
    case "required fields":
      return requiredFieldsCause(refused);
    case "right to this change":
      return permissionToChangeCause(refused);
    case "validation":
      return validationCause(refused);
    case "new row scope":
      return newScopeCause(refused);
    case "references":
      return referencesCause(refused);
    case "conflict":
      return conflictCause(refused);
    case "readable":
      return readableCause(refused);
    default:
      return refused.step satisfies never;
  }
}
