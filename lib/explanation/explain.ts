/**
 * Explains why a request was refused: to those who can manage its token, and to a member who tried it in the API reference. The
 * explanation contains nothing that the token's owner must not know.
 */
import { compileAccess } from "../access/compile";
import type { FinishedCall } from "../call-log/finished-call";
import { readDetail, toKeptCall } from "../call-log/kept-call";
import { type ListedCall, toListedCall } from "../call-log/usage";
import { loadConfiguration, loadCurrentConfiguration } from "../configuration/load";
import { ApiError } from "../errors";
import { REQUEST_ID } from "../http/request-id";
import type { Member } from "../model";
import { findCall, type KeptCall } from "../store/tokens/calls";
import { findVisibleToken, isOwn, type VisibleToken, watchedTokens } from "../tokens/read/visibility";
import { causeOf } from "./cause";
import { type ExplainedStep, stepsOf } from "./checks";
import { type Cause, permissionsOf, refusingStep, roleAccess } from "./refused-case";

export type Explanation = {
  call: ListedCall;
  token: { id: string; name: string; hint: string };
  outcome: "accepted" | "refused" | "failed";
  /** The whole explanation in one sentence; if a check refused, that check's own. */
  summary: string;
  steps: ExplainedStep[];
  advice: string | null;
};

/**
 * Explains the newest stored request with that id. null if it belongs to no token that the viewer can see: unknown ids, other
 * people's requests, those no longer stored, and those refused before their token was known are indistinguishable.
 */
export async function explainRequest(requestId: string, viewer: Member): Promise<Explanation | null> {
  const call = REQUEST_ID.test(requestId) ? await findCall(requestId, await watchedTokens(viewer)) : null;
  const visible = call === null ? null : await findVisibleToken(call.tokenId, viewer);
  if (call === null || visible === null) return null;
  const { id, name, hint } = visible.token;
  const outcome = call.status < 400 ? "accepted" : call.status < 500 ? "refused" : "failed";
  const { text, advice } = outcome === "accepted" ? ACCEPTED : await (await openExplainer(visible))(call);
  const steps = stepsOf(call, outcome === "refused" ? refusingStep(call) : null, text);
  return { call: toListedCall(call), token: { id, name, hint }, outcome, summary: text, steps, advice };
}

const ACCEPTED = { text: "The request was accepted.", advice: null };

const FAULT: Cause = {
  text: "Something failed on our side; the request was not at fault.",
  advice:
    "Send it again; if it was to change something, look first whether it did. Quote the request id when you report it.",
};

/**
 * Explains the requests of one token, by the owner's permissions today and those under which a request was refused. Configurations
 * are only ever added, so earlier permissions are compiled from the version and roles that were recorded.
 */
export async function openExplainer(visible: VisibleToken): Promise<(call: KeptCall) => Promise<Cause>> {
  const { token, owner, viewer } = visible;
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const today = compileAccess(configuration, owner, null);
  const voice = isOwn(visible) && !viewer.admin ? VOICES.owner : VOICES.other;
  return async (call) => {
    if (call.status >= 500) return FAULT;
    const ofToday = { ...permissionsOf(call, today, token), configuration, owner, token };
    const noted = readDetail(call)?.permissions ?? null;
    if (noted === null) return causeOf({ call, before: ofToday, today: ofToday, voice });
    const then = await loadConfiguration(owner.organizationId, noted.version);
    const role = roleAccess(call.entityKey, compileAccess(then, { ...owner, roleKeys: noted.roleKeys }, null));
    return causeOf({ call, before: { denied: [], ...noted, role }, today: ofToday, voice });
  };
}

/** `as` says with whose permissions it was sent. null if it was not refused, or refused before permissions were checked. */
export function explainTried(call: FinishedCall, as: "member" | "token"): Cause | null {
  const { caller, error } = call;
  if (caller === null || !(error instanceof ApiError)) return null;
  const { configuration, member: owner, token } = caller;
  const kept = toKeptCall(call);
  const access = compileAccess(configuration, owner, null);
  const today = { ...permissionsOf(kept, access, token), configuration, owner, token };
  return causeOf({ call: kept, before: today, today, voice: as === "token" ? VOICES.owner : VOICES.member });
}

/** How the reader knows them. A member without a token sent the request alone. */
const VOICES = {
  owner: { token: "your token", role: "your role" },
  member: { token: "this request", role: "your role" },
  other: { token: "the token", role: "the owner's role" },
};
