/** Why a request was refused and what to do about it, by the check that refused it. */
import type { Step } from "../refusal";
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
  return CAUSES[refused.step](refused);
}

const CAUSES: Record<Step, (refused: RefusedCase) => Cause> = {
  "request id": shapeCause,
  path: shapeCause,
  address: shapeCause,
  token: tokenCause,
  owner: ownerCause,
  "rate limit": rateCause,
  entity: entityCause,
  verb: verbCause,
  shape: shapeCause,
  turn: turnCause,
  record: recordCause,
  "row scope": rowScopeCause,
  precondition: preconditionCause,
  version: versionCause,
  fields: fieldsCause,
  lifecycle: lifecycleCause,
  "required fields": requiredFieldsCause,
  "permission for this change": permissionToChangeCause,
  validation: validationCause,
  "new row scope": newScopeCause,
  references: referencesCause,
  conflict: conflictCause,
  readable: readableCause,
};
