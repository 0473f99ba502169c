/**
 * What is kept of a call: never a secret, its query or its body; of its fields only the keys that the token's owner knows.
 * Made when a batch is written, not while a request waits.
 */
import { compileEntityAccess, type EntityAccess } from "../access/compile";
import { ApiError, type ErrorDetail } from "../errors";
import { cutText, withoutQuoted } from "../messages/cut-text";
import { type JsonObject, OPERATORS, type VerbWord } from "../model";
import type { LifecycleRefusal, LimitedPermissionRefusal, Refusal, Step, ValueConflict } from "../refusal";
import type { KeptCall } from "../store/tokens/calls";
import { deniedFieldsOf } from "../tokens/limits";
import { scopedVerbs } from "../tokens/scopes";
import type { FinishedCall } from "./batch";

/** What is kept of a refusal that has more to tell, with a count in place of the fields that are not the owner's to know. */
type DetailedRefusal =
  | { step: "shape" | "fields"; fields: string[]; others: number }
  | { step: "validation" | "references"; details: ErrorDetail[]; others: number }
  | { step: "rate limit"; limit: number }
  | LifecycleRefusal
  | LimitedPermissionRefusal
  | ValueConflict;

type KeptRefusal = DetailedRefusal | { step: Exclude<Step, DetailedRefusal["step"]> };

/** What a refused call was held to. The permissions are those that it had then; roles and configurations change. */
export type CallDetail = {
  permissions: {
    version: number;
    roleKeys: string[];
    scoped: VerbWord[] | null;
    /** Fields of the entity that the token could not read, though its owner may. Absent in calls kept before there were any. */
    denied?: string[];
  } | null;
  refusal: KeptRefusal | null;
  /** The public text of a request that was not of legal shape: it says what is wrong best. */
  message: string | null;
};

/** As it was kept. Calls of the version before have older names in it, and are kept for their days. */
export function readDetail({ detail }: Pick<KeptCall, "detail">): CallDetail | null {
  if (detail === null) return null;
  const { rights = null, refusal = null, ...rest } = detail;
  const isRefusal = typeof refusal === "object" && refusal !== null && !Array.isArray(refusal);
  return { permissions: rights, ...rest, refusal: isRefusal ? renamed(refusal) : null } as CallDetail;
}

function renamed({ right, ...refusal }: JsonObject): JsonObject {
  if (refusal.step === "right to this change") refusal.step = "permission for this change" satisfies Step;
  if (refusal.rule === "right") refusal.rule = "permission" satisfies LifecycleRefusal["rule"];
  return right === undefined ? refusal : { ...refusal, permission: right };
}

/** A call's first faults are those that are mended. */
const MAX_FIELDS = 10;
const MAX_MESSAGE_LENGTH = 300;
/** What messages quote of their own, in examples; anything else in quotes is what the caller wrote. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...OPERATORS,
  ...["field", "direction", "asc", "desc", "and", "or", "not", "data", "where", "created", "name", "value", "a", "b"],
  ...["<versionId>", "12.50", "…"],
]);
/** As configurations spell them. Anything else in a path can be anything, a secret too. */
const ENTITY_KEY = /^[A-Za-z][\w-]{0,62}$/;

export function toKeptCall(call: FinishedCall): KeptCall {
  const { tokenId, method, status, milliseconds, requestId, address, endpoint, error } = call;
  const detail = status < 400 ? null : toDetail(call);
  return {
    tokenId,
    at: new Date(call.at),
    method,
    path: endpoint.path,
    endpoint: endpoint.name,
    entityKey: call.entityKey !== null && ENTITY_KEY.test(call.entityKey) ? call.entityKey : null,
    status,
    milliseconds,
    code: error === null ? null : error instanceof ApiError ? error.code : "SERVER_ERROR",
    requestId,
    address,
    detail: detail as JsonObject | null,
  };
}

function toDetail({ caller, entityKey, error }: FinishedCall): CallDetail {
  const known = error instanceof ApiError ? error : null;
  const access = caller === null || entityKey === null ? null : ownersAccess(caller, entityKey);
  const refusal = known?.reason === undefined ? null : toKeptRefusal(known.reason, access);
  // The text about wrong values names keys as they were sent; its details are kept instead.
  const hasText = known?.status === 400 && refusal?.step !== "validation" && refusal?.step !== "references";
  return {
    permissions: caller === null ? null : permissionsOf(caller, entityKey),
    refusal,
    message: hasText ? cutText(withoutQuoted(known.message, OWN_WORDS), MAX_MESSAGE_LENGTH) : null,
  };
}

/** Whatever the token was given: what its owner can read may be kept, so that a field which only the token lacks is named. */
function ownersAccess({ configuration, member, access }: NonNullable<FinishedCall["caller"]>, entityKey: string) {
  const ofToken = access.entity(entityKey);
  return ofToken === null ? null : compileEntityAccess(configuration, ofToken.entity, member, null);
}

function permissionsOf(
  { configuration, member, token }: NonNullable<FinishedCall["caller"]>,
  entityKey: string | null,
) {
  return {
    version: configuration.version,
    roleKeys: member.roleKeys,
    scoped: scopedVerbs(token.scopes, entityKey),
    denied: deniedFieldsOf(token.limits, entityKey),
  };
}

function toKeptRefusal(refusal: Refusal, access: EntityAccess | null): KeptRefusal {
  const isReadable = (key: string) => access?.readable.has(key) === true;
  // Who can write a field without reading it is told what is wrong with the value, as in the response.
  const isWritten = (key: string) => isReadable(key) || access?.writable.has(key) === true;
  switch (refusal.step) {
    case "shape":
    case "fields": {
      const fields = refusal.fields.filter(isReadable);
      return { step: refusal.step, fields: fields.slice(0, MAX_FIELDS), others: refusal.fields.length - fields.length };
    }
    case "validation":
    case "references": {
      const details = refusal.details.filter(({ field }) => isWritten(field));
      const others = refusal.details.length - details.length;
      return { step: refusal.step, details: details.slice(0, MAX_FIELDS), others };
    }
    case "token":
    case "owner":
    case "token address":
      return { step: refusal.step };
    default:
      return refusal;
  }
}
