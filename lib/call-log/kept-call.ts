/** The stored form of a request: no secret, query or body, and only field keys that the token's owner can know. */
import { compileEntityAccess, type EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { TOKEN_WITHIN } from "../authentication/token-form";
import { ApiError, type ErrorDetail } from "../errors";
import { MAX_DETAIL_LENGTH, MAX_USER_AGENT_LENGTH } from "../limits";
import { cutText, withoutInvisible } from "../messages/cut-text";
import { type JsonObject, OPERATORS, type VerbWord } from "../model";
import type { LifecycleRefusal, LimitedPermissionRefusal, Refusal, Step, ValueConflict } from "../refusal";
import type { KeptCall } from "../store/tokens/calls";
import { deniedFieldsOf } from "../tokens/limits";
import { scopedVerbs } from "../tokens/scopes";
import { codeOf, type FinishedCall } from "./finished-call";

/** A refusal with its details. `others` counts the fields that the owner must not know. */
type DetailedRefusal =
  | { step: "shape" | "fields"; fields: string[]; others: number }
  | { step: "validation" | "references"; details: ErrorDetail[]; others: number }
  | { step: "rate limit"; limit: number }
  | LifecycleRefusal
  | LimitedPermissionRefusal
  | ValueConflict;

type KeptRefusal = DetailedRefusal | { step: Exclude<Step, DetailedRefusal["step"]> };

/** The permissions that a refused request was checked against, because roles and configurations change later. */
export type CallDetail = {
  permissions: {
    version: number;
    roleKeys: string[];
    scoped: VerbWord[] | null;
    /** Fields of the entity that the token could not read although its owner can. Absent in older rows. */
    denied?: string[];
  } | null;
  refusal: KeptRefusal | null;
  /** The public message of a request with the wrong format, which explains it best. */
  message: string | null;
};

export function readDetail({ detail }: Pick<KeptCall, "detail">): CallDetail | null {
  return detail as CallDetail | null;
}

/** Callers fix the first errors first, so no more are stored. */
const MAX_FIELDS = 10;
const MAX_MESSAGE_LENGTH = 300;
/** Words that our messages quote as examples. Anything else in quotes came from the caller. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...OPERATORS,
  ...["field", "direction", "asc", "desc", "and", "or", "not", "data", "where", "created", "name", "value", "a", "b"],
  ...["records", "count", "total", "sum", "<field>", "<versionId>", "12.50", "…"],
]);
/** How configurations spell entity keys. Any other text in a path could be a secret. */
const ENTITY_KEY = /^[A-Za-z][\w-]{0,62}$/;

export function toKeptCall(call: FinishedCall, oneOf = 1): KeptCall {
  const { tokenId, method, status, milliseconds, requestId, address, endpoint, limitPerMinute } = call;
  return {
    tokenId,
    at: new Date(call.at),
    method,
    path: endpoint.path,
    endpoint: endpoint.name,
    entityKey: call.entityKey !== null && ENTITY_KEY.test(call.entityKey) ? call.entityKey : null,
    status,
    milliseconds,
    code: codeOf(call),
    requestId,
    address,
    userAgent: toKeptAgent(call.userAgent),
    limitPerMinute,
    oneOf,
    detail: status < 400 ? null : shortened(toDetail(call)),
  };
}

/** A client can put a token into this header by mistake, as into any other; it is then not stored. */
function toKeptAgent(sent: string | null): string | null {
  if (sent === null || TOKEN_WITHIN.test(sent)) return null;
  return cutText(withoutInvisible(sent).trim(), MAX_USER_AGENT_LENGTH) || null;
}

/** A detail that would be too long keeps only the check that refused and the message. */
function shortened(detail: CallDetail): JsonObject {
  if (JSON.stringify(detail).length <= MAX_DETAIL_LENGTH) return detail as JsonObject;
  return { permissions: null, refusal: withoutLists(detail.refusal), message: detail.message } as JsonObject;
}

function withoutLists(refusal: KeptRefusal | null): KeptRefusal | null {
  if (refusal === null) return null;
  if ("fields" in refusal) return { ...refusal, fields: [], others: refusal.fields.length + refusal.others };
  return "details" in refusal ? { ...refusal, details: [], others: refusal.details.length + refusal.others } : refusal;
}

/** Quoted text came from the caller, unless it is one of our own words. */
function withoutQuoted(message: string): string {
  return message.replace(/"([^"]*)"/g, (quoted, word: string) => (OWN_WORDS.has(word) ? quoted : '"…"'));
}

function toDetail({ caller, entityKey, error }: FinishedCall): CallDetail {
  const known = error instanceof ApiError ? error : null;
  const access = caller === null || entityKey === null ? null : ownersAccess(caller, entityKey);
  const refusal = known?.reason === undefined ? null : toKeptRefusal(known.reason, access);
  // The message about invalid values quotes keys as they were sent, so the details are stored instead.
  const hasText = known?.status === 400 && refusal?.step !== "validation" && refusal?.step !== "references";
  return {
    permissions: caller === null ? null : permissionsOf(caller, entityKey),
    refusal,
    message: hasText ? cutText(withoutQuoted(known.message), MAX_MESSAGE_LENGTH) : null,
  };
}

/** Returns what the owner can read, regardless of the token, so that a field that only the token lacks can be named. */
function ownersAccess({ configuration, member, access }: Caller, entityKey: string) {
  const ofToken = access.entity(entityKey);
  return ofToken === null ? null : compileEntityAccess(configuration, ofToken.entity, member, null);
}

function permissionsOf({ configuration, member, token }: Caller, entityKey: string | null) {
  return {
    version: configuration.version,
    roleKeys: member.roleKeys,
    scoped: scopedVerbs(token.scopes, entityKey),
    denied: deniedFieldsOf(token.limits, entityKey),
  };
}

function toKeptRefusal(refusal: Refusal, access: EntityAccess | null): KeptRefusal {
  const isReadable = (key: string) => access?.readable.has(key) === true;
  // Like the response: a caller who can write a field without reading it learns what is wrong with its value.
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
