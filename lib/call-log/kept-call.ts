/**
 * What is stored of a request: never a secret, its query or its body; of its fields only keys that the token's owner knows.
 * Built when a batch is written, not while a request waits.
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

/** A refusal with its details, and a count in place of the fields that the owner must not know. */
type DetailedRefusal =
  | { step: "shape" | "fields"; fields: string[]; others: number }
  | { step: "validation" | "references"; details: ErrorDetail[]; others: number }
  | { step: "rate limit"; limit: number }
  | LifecycleRefusal
  | LimitedPermissionRefusal
  | ValueConflict;

type KeptRefusal = DetailedRefusal | { step: Exclude<Step, DetailedRefusal["step"]> };

/** What a refused request was checked against: the permissions of then, since roles and configurations change. */
export type CallDetail = {
  permissions: {
    version: number;
    roleKeys: string[];
    scoped: VerbWord[] | null;
    /** Fields of the entity that the token could not read although its owner can. Absent in older rows. */
    denied?: string[];
  } | null;
  refusal: KeptRefusal | null;
  /** The public message of a request with a wrong form: it explains best. */
  message: string | null;
};

/** As it was stored. Rows of the version before use older names, and are kept for some days. */
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

/** Callers fix the first faults first. */
const MAX_FIELDS = 10;
const MAX_MESSAGE_LENGTH = 300;
/** Words that our messages quote as examples; anything else in quotes came from the caller. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...OPERATORS,
  ...["field", "direction", "asc", "desc", "and", "or", "not", "data", "where", "created", "name", "value", "a", "b"],
  ...["<versionId>", "12.50", "…"],
]);
/** How configurations spell them. Any other text in a path could be a secret. */
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
  // The message about wrong values quotes keys as they were sent; the details are stored instead.
  const hasText = known?.status === 400 && refusal?.step !== "validation" && refusal?.step !== "references";
  return {
    permissions: caller === null ? null : permissionsOf(caller, entityKey),
    refusal,
    message: hasText ? cutText(withoutQuoted(known.message, OWN_WORDS), MAX_MESSAGE_LENGTH) : null,
  };
}

/** What the owner can read, whatever the token can: then a field that only the token lacks is named. */
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
  // A caller who can write a field without reading it is told what is wrong with its value, as in the response.
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
