/** Why a call was not admitted: the state of the token, of its owner, and of its window. */
import { MAX_LISTS_OF_TOKEN } from "../../limits";
import type { Cause, RefusedCase } from "./refused-case";

export function tokenCause({ call }: RefusedCase): Cause {
  if (call.code === "TOKEN_REVOKED") {
    return {
      text: "The token had been revoked.",
      advice: "Find out who revoked it in its audit trail; whatever still sends it needs a new token.",
    };
  }
  if (call.code === "TOKEN_EXPIRED") {
    return { text: "The token had expired.", advice: "Make a new token; one that has expired cannot be prolonged." };
  }
  return { text: "The token was not accepted.", advice: "Send it whole, as it was shown when it was made." };
}

export function ownerCause({ today }: RefusedCase): Cause {
  return {
    text: "The member who owns the token was not active.",
    advice: today.ownerIsActive
      ? "The owner is active again: the same call would pass this check now."
      : "An administrator can activate the member; until then all of its tokens are refused.",
  };
}

export function rateCause({ detail }: RefusedCase): Cause {
  const refusal = detail?.refusal;
  const calls = refusal?.step === "rate limit" ? `its ${refusal.limit} calls` : "its calls";
  return {
    text: `The token had made ${calls} of the minute.`,
    advice:
      "Wait as many seconds as retry-after says, and spread the calls; x-ratelimit-remaining tells how many are left.",
  };
}

export function turnCause(): Cause {
  return {
    text: "Lists and queries of the token, or of its organisation, filled their share of the database, and the turn of this one did not come within a second.",
    advice: `Send at most ${MAX_LISTS_OF_TOKEN} lists at a time, and narrow those that take long: by fields that are indexed.`,
  };
}
