/**
 * Why a call was refused, told afterwards to those who may manage its token. The answer on the wire stays as short as it
 * was; and nothing is told here that the token's owner may not know.
 */
import { compileAccess } from "../access/compile";
import { tokenHint } from "../authentication/token-form";
import { loadConfiguration, loadCurrentConfiguration } from "../configuration/load";
import type { Member, Scopes } from "../model";
import { findCall, type KeptCall, listRefusedCalls } from "../store/token-calls";
import { findTokenRow, type TokenRange } from "../store/token-rows";
import { isTokenInRange } from "./calls/in-range";
import type { CallDetail } from "./calls/kept-call";
import { causeOf } from "./explanation/cause";
import {
  ADMINISTRATORS_VOICE,
  type Cause,
  OWNERS_VOICE,
  type RefusedCase,
  type Rights,
  refusingStep,
} from "./explanation/refused-case";
import { ENDPOINT_CHECKS } from "./explanation/steps";
import { type ExplainedStep, type StepOutcome, stepsOf } from "./explanation/steps-of";
import { scopedVerbs } from "./scopes";
import { type ListedCall, type OfToken, toListedCall } from "./usage";

export type { ExplainedStep, StepOutcome };

export type Explanation = {
  call: ListedCall;
  token: { id: string; name: string; hint: string };
  outcome: "accepted" | "refused" | "failed";
  /** The whole of it in one sentence; the refusing step's own. */
  summary: string;
  steps: ExplainedStep[];
  /** What to do about it; null where there is nothing to do. */
  advice: string | null;
};

export type ExplainRequest = { requestId: string; range: TokenRange };

/** As callers may send them and we make them (contract § 4). */
const REQUEST_ID = /^[\x20-\x7e]{1,200}$/;

/**
 * The newest kept call of that request id. null where there is none of a token in range: unknown ids, other people's calls,
 * calls no longer kept, and calls that were refused before they could be told to belong to a token are one answer.
 */
export async function explainCall({ requestId, range }: ExplainRequest): Promise<Explanation | null> {
  const call = REQUEST_ID.test(requestId) ? await findCall(requestId, range) : null;
  const found = call === null ? null : await findTokenRow({ tokenId: call.tokenId, range });
  if (call === null || found === null) return null;
  const { id, name, scopes } = found.token;
  const told = { call: toListedCall(call), token: { id, name, hint: tokenHint(id) } };
  if (call.status < 400) {
    const summary = "The call was accepted.";
    return { ...told, outcome: "accepted", summary, steps: stepsOf(call, null, summary), advice: null };
  }
  if (call.status >= 500) {
    return { ...told, outcome: "failed", summary: FAULT.text, steps: stepsOf(call, null, ""), advice: FAULT.advice };
  }
  const step = refusingStep(call);
  const { text, advice } = await explain(call, found.owner, scopes, range);
  return { ...told, outcome: "refused", summary: text, steps: stepsOf(call, step, text), advice };
}

/** A refused call with its cause and what to do, as in `explainCall`. */
export type ExplainedRefusal = ListedCall & { summary: string; advice: string };

/** Of how many refused calls the distinct causes are looked for. */
const LOOKED_AT = 50;

/** The newest refused or failed calls of a token, one for each cause. Empty where there is no such token in range. */
export async function recentRefusals({ tokenId, range }: OfToken, limit = 5): Promise<ExplainedRefusal[]> {
  const found = (await isTokenInRange({ tokenId, range })) ? await findTokenRow({ tokenId, range }) : null;
  if (found === null) return [];
  const refusals = new Map<string, ExplainedRefusal>();
  for (const call of await listRefusedCalls(tokenId, LOOKED_AT)) {
    const { text, advice } = call.status >= 500 ? FAULT : await explain(call, found.owner, found.token.scopes, range);
    const cause = `${call.endpoint} ${call.entityKey} ${text}`;
    if (!refusals.has(cause)) refusals.set(cause, { ...toListedCall(call), summary: text, advice });
    if (refusals.size === limit) break;
  }
  return [...refusals.values()];
}

const FAULT: Cause = {
  text: "Something failed on our side; the request was not at fault.",
  advice:
    "Send it again; if it was to change something, look first whether it did. Quote the request id when you report it.",
};

async function explain(call: KeptCall, owner: Member, scopes: Scopes, range: TokenRange): Promise<Cause> {
  const detail = call.detail as CallDetail | null;
  const current = await loadCurrentConfiguration(owner.organizationId);
  const refused: RefusedCase = {
    call,
    detail,
    step: refusingStep(call),
    verb: ENDPOINT_CHECKS[call.endpoint]?.verb ?? null,
    before: await rightsBefore(call, detail, owner),
    today: {
      role: roleAccess(call, compileAccess(current, owner, null)),
      scoped: scopedVerbs(scopes, call.entityKey),
      ownerIsActive: owner.active,
    },
    voice: range.ownerId === undefined ? ADMINISTRATORS_VOICE : OWNERS_VOICE,
  };
  return causeOf(refused);
}

/** Compiled anew from what was noted: configurations are only ever added to. */
async function rightsBefore(call: KeptCall, detail: CallDetail | null, owner: Member): Promise<Rights | null> {
  if (detail?.rights == null) return null;
  const { version, roleKeys, scoped } = detail.rights;
  const configuration = await loadConfiguration(owner.organizationId, version);
  return { role: roleAccess(call, compileAccess(configuration, { ...owner, roleKeys }, null)), scoped };
}

function roleAccess({ entityKey }: KeptCall, access: ReturnType<typeof compileAccess>): Rights["role"] {
  return entityKey === null ? null : access.entity(entityKey);
}
