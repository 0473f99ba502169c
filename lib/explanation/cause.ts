/** Explains why a request was refused and what to do about it, depending on the check that refused it. */
import { readDetail } from "../call-log/kept-call";
import { findEndpoint } from "../public-api/endpoints/registry";
import type { Step } from "../refusal";
import * as access from "./access-cause";
import * as change from "./change-cause";
import { type Cause, type RefusedCase, refusingStep } from "./refused-case";
import * as request from "./request-cause";

/** Pure. */
export function causeOf(refused: Omit<RefusedCase, "detail" | "verb">): Cause {
  const { call } = refused;
  const verb = findEndpoint(call.endpoint)?.verbs?.[0] ?? null;
  return CAUSES[refusingStep(call)]({ ...refused, detail: readDetail(call), verb });
}

const CAUSES: Record<Step, (refused: RefusedCase) => Cause> = {
  "request id": request.shapeCause,
  path: request.shapeCause,
  address: request.shapeCause,
  token: access.tokenCause,
  "token address": access.tokenAddressCause,
  owner: access.ownerCause,
  "rate limit": access.rateCause,
  entity: access.entityCause,
  verb: access.verbCause,
  shape: request.shapeCause,
  turn: access.turnCause,
  record: access.recordCause,
  "row scope": access.rowScopeCause,
  precondition: request.preconditionCause,
  version: request.versionCause,
  fields: change.fieldsCause,
  lifecycle: change.lifecycleCause,
  "required fields": change.requiredFieldsCause,
  "permission for this change": change.permissionToChangeCause,
  validation: request.validationCause,
  "new row scope": change.newScopeCause,
  references: request.referencesCause,
  "other writers": access.otherWritersCause,
  conflict: request.conflictCause,
  readable: access.readableCause,
};
