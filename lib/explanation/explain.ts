/**
 * Why a request was refused, told afterwards to those who can manage its token. The response itself stays as short as it
 * was; and nothing is told here that the token's owner must not know.
 */
import { type Access, compileAccess } from "../access/compile";
import { readDetail } from "../call-log/kept-call";
import { type ListedCall, toListedCall } from "../call-log/usage";
import { loadConfiguration, loadCurrentConfiguration } from "../configuration/load";
import { REQUEST_ID } from "../http/request-id";
import type { Member } from "../model";
import { findCall, type KeptCall, listRefusedCalls } from "../store/tokens/calls";
import { watchedTokens } from "../tokens/read/kept-tokens";
import { findVisibleToken, isOwn, type VisibleToken } from "../tokens/read/visible-token";
import { causeOf } from "./cause";
import { type ExplainedStep, type StepOutcome, stepsOf } from "./checks";
import {
  type Cause,
  OTHERS_VOICE,
  OWNERS_VOICE,
  type Permissions,
  refusingStep,
  roleAccess,
  todayOf,
} from "./refused-case";

export type { ExplainedStep, StepOutcome };

export type Explanation = {
  call: ListedCall;
  token: { id: string; name: string; hint: string };
  outcome: "accepted" | "refused" | "failed";
  /** The whole of it in one sentence; the refusing step's own. */
  summary: string;
  steps: ExplainedStep[];
  advice: string | null;
};

/**
 * The newest kept request of that id. null where there is none of a token that the viewer can see: unknown ids, other people's
 * requests, those no longer kept, and those refused before they could be told to belong to a token are one answer.
 */
export async function explainRequest(requestId: string, viewer: Member): Promise<Explanation | null> {
  const call = REQUEST_ID.test(requestId) ? await findCall(requestId, await watchedTokens(viewer)) : null;
  const visible = call === null ? null : await findVisibleToken(call.tokenId, viewer);
  if (call === null || visible === null) return null;
  const { id, name, hint } = visible.token;
  const told = { call: toListedCall(call), token: { id, name, hint } };
  if (call.status < 400) {
    const summary = "The request was accepted.";
    return { ...told, outcome: "accepted", summary, steps: stepsOf(call, null, summary), advice: null };
  }
  if (call.status >= 500) {
    return { ...told, outcome: "failed", summary: FAULT.text, steps: stepsOf(call, null, ""), advice: FAULT.advice };
  }
  const explain = await openExplainer(visible);
  const { text, advice } = await explain(call);
  return { ...told, outcome: "refused", summary: text, steps: stepsOf(call, refusingStep(call), text), advice };
}

/** A refused request with its cause and what to do, as in `explainRequest`; `count`: how many of those kept had that cause. */
export type ExplainedRefusal = ListedCall & { summary: string; advice: string; count: number };

/** Of how many refused requests the distinct causes are looked for. */
const LOOKED_AT = 50;
const SHOWN = 5;

/** The newest refused or failed request of each cause, urgent ones first. */
export async function recentRefusals(visible: VisibleToken): Promise<ExplainedRefusal[]> {
  const calls = await listRefusedCalls(visible.token.id, LOOKED_AT);
  if (calls.length === 0) return [];
  const explain = await openExplainer(visible);
  const refusals = new Map<string, ExplainedRefusal>();
  for (const call of calls) {
    const { text, advice } = call.status >= 500 ? FAULT : await explain(call);
    const cause = `${call.status} ${call.code} ${call.endpoint} ${call.entityKey} ${text}`;
    const known = refusals.get(cause);
    if (known === undefined) refusals.set(cause, { ...toListedCall(call), summary: text, advice, count: 1 });
    else known.count += 1;
  }
  return urgentFirst([...refusals.values()]).slice(0, SHOWN);
}

/** What somebody has to do something about (403, 429, 5xx) before what its caller can mend; newest first. */
export function urgentFirst(refusals: readonly ExplainedRefusal[]): ExplainedRefusal[] {
  const isUrgent = ({ status }: ExplainedRefusal) => status === 403 || status === 429 || status >= 500;
  return [...refusals].sort(
    (one, other) => Number(isUrgent(other)) - Number(isUrgent(one)) || other.at.getTime() - one.at.getTime(),
  );
}

const FAULT: Cause = {
  text: "Something failed on our side; the request was not at fault.",
  advice:
    "Send it again; if it was to change something, look first whether it did. Quote the request id when you report it.",
};

/**
 * Explains the requests of one token. What is true for all of them is read and compiled once: what its owner has today, and
 * what was held under each set of roles that a request was refused under. Configurations are only ever added to, so those of
 * then are compiled from what was noted.
 */
async function openExplainer(visible: VisibleToken): Promise<(call: KeptCall) => Promise<Cause>> {
  const { token, owner, viewer } = visible;
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const today = compileAccess(configuration, owner, null);
  const compiled = new Map<string, Promise<Access>>();
  const accessBefore = (version: number, roleKeys: string[]): Promise<Access> => {
    const key = JSON.stringify([version, roleKeys]);
    const access =
      compiled.get(key) ??
      loadConfiguration(owner.organizationId, version).then((then) =>
        compileAccess(then, { ...owner, roleKeys }, null),
      );
    compiled.set(key, access);
    return access;
  };
  return async (call) => {
    const noted = readDetail(call)?.permissions;
    const before: Permissions | null = noted
      ? {
          role: roleAccess(call.entityKey, await accessBefore(noted.version, noted.roleKeys)),
          scoped: noted.scoped,
          denied: noted.denied ?? [],
        }
      : null;
    const voice = isOwn(visible) && !viewer.admin ? OWNERS_VOICE : OTHERS_VOICE;
    return causeOf({ call, before, today: todayOf(call, today, { configuration, member: owner, token }), voice });
  };
}
