/** Everything that a refusal is explained from: the stored request, and the permissions at that time and now. */
import type { Access, EntityAccess } from "../access/compile";
import { hasVerb, sortVerbs } from "../access/verbs";
import { type CallDetail, readDetail } from "../call-log/kept-call";
import type { ErrorCode } from "../errors";
import { capitalized } from "../messages/cut-text";
import type { Configuration, Member, Scopes, TokenLimits, Verb, VerbWord } from "../model";
import type { Step } from "../refusal";
import type { KeptCall } from "../store/tokens/calls";
import { deniedFieldsOf } from "../tokens/limits";
import { describeRows, joinedRowLimits } from "../tokens/row-limits";
import { scopedVerbs } from "../tokens/scopes";

export type Permissions = {
  /** null if the owner's roles give nothing. */
  role: EntityAccess | null;
  scoped: VerbWord[] | null;
  /** Fields that the token cannot read although the roles allow its owner to. */
  denied: string[];
};

/** How the token and the role are named, depending on the reader: the token's owner, or an administrator. */
type Voice = { token: string; role: string };

export const OWNERS_VOICE: Voice = { token: "your token", role: "your role" };
export const OTHERS_VOICE: Voice = { token: "the token", role: "the owner's role" };

export type RefusedCase = {
  call: KeptCall;
  detail: CallDetail | null;
  verb: Verb | null;
  /** null if the request was not checked against permissions. */
  before: Permissions | null;
  /** `policyAddresses` are the addresses that the organisation allows for all of its tokens. */
  today: Permissions & { ownerIsActive: boolean; limits: TokenLimits; policyAddresses: readonly string[] };
  voice: Voice;
};

type Today = { configuration: Configuration; member: Member; token: { scopes: Scopes; limits: TokenLimits } };

/** `access` is everything that the member can do, regardless of the token. */
export function todayOf(
  { entityKey }: KeptCall,
  access: Access,
  { configuration, member, token }: Today,
): RefusedCase["today"] {
  return {
    role: roleAccess(entityKey, access),
    scoped: scopedVerbs(token.scopes, entityKey),
    denied: deniedFieldsOf(token.limits, entityKey),
    ownerIsActive: member.active,
    limits: token.limits,
    policyAddresses: configuration.tokenPolicy.allowedAddresses,
  };
}

export function roleAccess(entityKey: string | null, access: Access): EntityAccess | null {
  return entityKey === null ? null : access.entity(entityKey);
}

export type Cause = { text: string; advice: string };

/** The check that refused: as it was recorded, otherwise the one that the code implies. */
export function refusingStep(call: KeptCall): Step {
  const noted = readDetail(call)?.refusal?.step;
  return noted ?? STEP_OF_CODE[call.code as ErrorCode] ?? "shape";
}

/** All other codes are about the format of the request. */
const STEP_OF_CODE: Partial<Record<ErrorCode, Step>> = {
  INVALID_TOKEN: "token",
  TOKEN_REVOKED: "token",
  TOKEN_EXPIRED: "token",
  OWNER_INACTIVE: "owner",
  PERMISSION_DENIED: "verb",
  CREATED_RECORD_NOT_READABLE: "readable",
  ENTITY_NOT_FOUND: "entity",
  RECORD_NOT_FOUND: "record",
  METHOD_NOT_ALLOWED: "path",
  DUPLICATE_LABEL: "conflict",
  PARENT_REFERENCE: "conflict",
  PRECONDITION_FAILED: "version",
  PRECONDITION_REQUIRED: "precondition",
  RATE_LIMITED: "rate limit",
};

/** Which records the token is limited to, as a further sentence; empty if it is limited to none of the entity. */
export function rowLimitText({ call, today, voice }: RefusedCase): string {
  const rows = today.limits.rows.filter(({ entityKey }) => entityKey === call.entityKey);
  if (rows.length === 0) return "";
  const words = joinedRowLimits(rows)
    .map((row) => describeRows(row))
    .join();
  return ` ${capitalized(voice.token)} is limited to records where ${words}.`;
}

/** Who reaches some records only: the role, or the token by limits of its own. */
export function limitedOne(refused: RefusedCase): string {
  return rowLimitText(refused) === "" ? refused.voice.role : refused.voice.token;
}

/** What was recorded of a refusal by this check. */
export function refusalOf<S extends Step>({ detail }: RefusedCase, step: S): RefusalBy<S> | null {
  return detail?.refusal?.step === step ? (detail.refusal as RefusalBy<S>) : null;
}

type RefusalBy<S extends Step> = NonNullable<CallDetail["refusal"]> & { step: S };

export function grantedBy({ role, scoped }: Permissions, verb: VerbWord): { byRole: boolean; byToken: boolean } {
  return { byRole: role !== null && hasVerb(role, verb), byToken: scoped === null || scoped.includes(verb) };
}

export const CHANGED = "Permissions have changed since: the same request would pass this check now.";

/**
 * `texts` has one for each that can lack the permission. `wanted` is what to ask an administrator for, `ofRole` ends that
 * sentence. If neither lacks it today, the advice is to try again.
 */
export function missingCause(
  verb: VerbWord,
  { call, before, today }: RefusedCase,
  texts: Record<"token" | "role" | "both", string>,
  { wanted, ofRole }: { wanted: string; ofRole: string },
): Cause {
  const current = grantedBy(today, verb);
  const then = before === null ? { byRole: false, byToken: true } : grantedBy(before, verb);
  const lacking = then.byRole ? "token" : then.byToken ? "role" : "both";
  const advice = {
    token: anotherToken([verb], nameOf(call.entityKey)),
    role: `Ask an administrator for ${wanted}${ofRole}`,
    both: `Ask an administrator for ${wanted}, then use a token that includes it.`,
  };
  return { text: texts[lacking], advice: current.byRole && current.byToken ? CHANGED : advice[lacking] };
}

export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}

export function nameOf(entityKey: string | null): string {
  return entityKey ?? "of this name";
}

/** Those of the given verbs that the role has and the token does not include. A verb of null means that nothing is required. */
export function leftOut(permissions: Permissions | null, verbs: readonly (VerbWord | null)[]): VerbWord[] {
  if (permissions === null) return [];
  const asked = verbs.filter((verb) => verb !== null);
  return sortVerbs(
    asked.filter((verb) => grantedBy(permissions, verb).byRole && !grantedBy(permissions, verb).byToken),
  );
}

/** `keys` are the fields that only the token cannot use. `text` says so, without a full stop; both are empty if there are none. */
type LeftOutFields = { keys: string[]; text: string; advice: string };

const DOING = { readVerb: "reading", writeVerb: "writing" } as const;

export function leftOutFields(refused: RefusedCase, keys: string[], guard: keyof typeof DOING): LeftOutFields {
  const { before, voice, call } = refused;
  const verbOf = (key: string) => before?.role?.entity.fields.get(key)?.[guard] ?? null;
  const denied = guard === "readVerb" ? keys.filter((key) => before?.denied.includes(key)) : [];
  if (denied.length > 0) {
    return {
      keys: denied,
      text: `${listed(denied)} ${denied.length === 1 ? "is" : "are"} denied to ${voice.token}`,
      advice: "Use a token that can read them, or leave them out; fields that are denied to a token stay so.",
    };
  }
  const closed = keys.filter((key) => leftOut(before, [verbOf(key)]).length > 0);
  if (closed.length === 0) return { keys: [], text: "", advice: "" };
  const verbs = leftOut(before, closed.map(verbOf));
  return {
    keys: closed,
    text: `${voice.token} does not include ${listed(verbs)}, which ${DOING[guard]} ${listed(closed)} requires; ${voice.role} does`,
    advice: anotherToken(verbs, nameOf(call.entityKey)),
  };
}

export function anotherToken(verbs: readonly VerbWord[], entity: string): string {
  return `Use a token that includes ${listed([...verbs])} on ${entity}; a token's access can be narrowed, but not widened.`;
}
