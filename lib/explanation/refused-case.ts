/** Everything that a refusal is explained from: the stored request, and the permissions at that time and now. */
import type { Access, EntityAccess } from "../access/compile";
import { type CallDetail, readDetail } from "../call-log/kept-call";
import type { ErrorCode } from "../errors";
import { capitalized } from "../messages/cut-text";
import type { Configuration, Member, Scopes, TokenLimits, Verb, VerbWord } from "../model";
import type { Step } from "../refusal";
import type { KeptCall } from "../store/tokens/calls";
import { deniedFieldsOf } from "../tokens/limits";
import { describeRowLimits } from "../tokens/row-limits";
import { scopedVerbs } from "../tokens/scopes";

export type Cause = { text: string; advice: string };

export type Permissions = {
  /** null if the owner's roles give nothing. */
  role: EntityAccess | null;
  scoped: VerbWord[] | null;
  /** Fields that the token cannot read although the roles allow its owner to. */
  denied: string[];
};

export type RefusedCase = {
  call: KeptCall;
  detail: CallDetail | null;
  /** The name of its entity within a sentence. */
  entity: string;
  verb: Verb;
  /** The permissions that the request was checked against; today's if they were not stored. */
  before: Permissions;
  today: Permissions & {
    configuration: Pick<Configuration, "tokenPolicy">;
    owner: Pick<Member, "active">;
    token: Pick<Token, "limits">;
  };
  /** How the token and the role are named, depending on the reader. */
  voice: { token: string; role: string };
};

type Token = { scopes: Scopes; limits: TokenLimits };

/** `access` is everything that the member can do, regardless of the token. */
export function permissionsOf({ entityKey }: KeptCall, access: Access, { scopes, limits }: Token): Permissions {
  return {
    role: roleAccess(entityKey, access),
    scoped: scopedVerbs(scopes, entityKey),
    denied: deniedFieldsOf(limits, entityKey),
  };
}

export function roleAccess(entityKey: string | null, access: Access): EntityAccess | null {
  return entityKey === null ? null : access.entity(entityKey);
}

/** The check that refused: as it was recorded, otherwise the one that the code implies. */
export function refusingStep(call: KeptCall): Step {
  return readDetail(call)?.refusal?.step ?? STEP_OF_CODE[call.code as ErrorCode] ?? "shape";
}

/** The codes for which no check is recorded. All others are about the format of the request. */
const STEP_OF_CODE: Partial<Record<ErrorCode, Step>> = {
  INVALID_TOKEN: "token",
  CREATED_RECORD_NOT_READABLE: "readable",
  ENTITY_NOT_FOUND: "entity",
  RECORD_NOT_FOUND: "record",
  METHOD_NOT_ALLOWED: "path",
  DUPLICATE_LABEL: "conflict",
  PARENT_REFERENCE: "conflict",
  PRECONDITION_FAILED: "version",
  PRECONDITION_REQUIRED: "precondition",
};

/** A step that no code implies comes from the stored refusal, which therefore exists. */
export function refusalBy<S extends Exclude<Step, "shape" | "conflict">>({ detail }: RefusedCase): RefusalBy<S> {
  return detail?.refusal as RefusalBy<S>;
}

type RefusalBy<S extends Step> = NonNullable<CallDetail["refusal"]> & { step: S };

/** Further sentence about the records that the token is limited to; empty if it is limited to none of the entity. */
export function rowLimitText({ call, today, voice }: RefusedCase): string {
  const words = describeRowLimits(today.token.limits.rows).get(call.entityKey ?? "");
  return words === undefined ? "" : ` ${capitalized(voice.token)} is limited to records where ${words}.`;
}

export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}
