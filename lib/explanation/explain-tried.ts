/** Why a request that a member tried in the API reference was refused: as of one that a token sent, and at once. */
import { compileAccess } from "../access/compile";
import type { FinishedCall } from "../call-log/batch";
import { readDetail, toKeptCall } from "../call-log/kept-call";
import { ApiError } from "../errors";
import { findEndpoint } from "../public-api/endpoints/registry";
import { deniedFieldsOf } from "../tokens/limits";
import { scopedVerbs } from "../tokens/scopes";
import { causeOf } from "./cause";
import { type Cause, OWNERS_VOICE, refusingStep } from "./refused-case";

/** `as`: with whose permissions it was sent. null where nothing was refused, or nobody was asked whether it is allowed. */
export function explainTried(call: FinishedCall, as: "member" | "token"): Cause | null {
  const { caller, error, entityKey, endpoint } = call;
  if (caller === null || !(error instanceof ApiError)) return null;
  const { configuration, member, token } = caller;
  const role = entityKey === null ? null : compileAccess(configuration, member, null).entity(entityKey);
  const permissions = {
    role,
    scoped: scopedVerbs(token.scopes, entityKey),
    denied: deniedFieldsOf(token.limits, entityKey),
  };
  const kept = toKeptCall(call);
  return causeOf({
    call: kept,
    detail: readDetail(kept),
    step: refusingStep(kept),
    verb: findEndpoint(endpoint.name)?.verbs?.[0] ?? null,
    before: permissions,
    today: {
      ...permissions,
      ownerIsActive: member.active,
      limits: token.limits,
      policyAddresses: configuration.tokenPolicy.allowedAddresses,
    },
    voice: as === "token" ? OWNERS_VOICE : MEMBERS_VOICE,
  });
}

const MEMBERS_VOICE = { token: "this request", role: "your role" };
