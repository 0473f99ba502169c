/**
 * Explains why a request that a member tried in the API reference was refused: immediately, and in the same way as for a token.
 */
import { compileAccess } from "../access/compile";
import type { FinishedCall } from "../call-log/finished-call";
import { toKeptCall } from "../call-log/kept-call";
import { ApiError } from "../errors";
import { causeOf } from "./cause";
import { type Cause, OWNERS_VOICE, todayOf } from "./refused-case";

/**
 * `as` says with whose permissions the request was sent. null if it was not refused, or was refused before permissions were
 * checked.
 */
export function explainTried(call: FinishedCall, as: "member" | "token"): Cause | null {
  const { caller, error } = call;
  if (caller === null || !(error instanceof ApiError)) return null;
  const kept = toKeptCall(call);
  const today = todayOf(kept, compileAccess(caller.configuration, caller.member, null), caller);
  return causeOf({ call: kept, before: today, today, voice: as === "token" ? OWNERS_VOICE : MEMBERS_VOICE });
}

const MEMBERS_VOICE = { token: "this request", role: "your role" };
