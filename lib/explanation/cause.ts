/** Explains why a request was refused and what to do about it, depending on the check that refused it. */
import { readDetail } from "../call-log/kept-call";
import { capitalized } from "../messages/cut-text";
import { findEndpoint } from "../public-api/endpoints/registry";
import type { Step } from "../refusal";
import { entityCause, limitedText, readableCause, requiredFieldsCause, verbCause } from "./permission-cause";
import { type Cause, listed, type RefusedCase, refusalBy, refusingStep, rowLimitText } from "./refused-case";
import {
  conflictCause,
  fieldsCause,
  lifecycleCause,
  referencesCause,
  shapeCause,
  validationCause,
} from "./request-cause";

export function causeOf(given: Omit<RefusedCase, "detail" | "entity" | "verb">): Cause {
  const { call } = given;
  const cause = CAUSES[refusingStep(call)];
  if (typeof cause === "object") return cause;
  const [verb = "list"] = findEndpoint(call.endpoint)?.verbs ?? [];
  return cause({ ...given, detail: readDetail(call), entity: call.entityKey ?? "of this name", verb });
}

const CAUSES: Record<Step, Cause | ((refused: RefusedCase) => Cause)> = {
  "request id": shapeCause,
  path: shapeCause,
  address: shapeCause,
  token: ({ call }) => TOKEN_CAUSES[call.code ?? ""] ?? NOT_ACCEPTED,
  // The response was the same as for an unknown token.
  "token address": ({ call, today: { token, configuration }, voice }) => ({
    text: `${capitalized(voice.token)} does not work from ${call.address}.`,
    advice: addressAdvice(token.limits.allowedAddresses, configuration.tokenPolicy.allowedAddresses),
  }),
  owner: ({ today }) => ({
    text: "The member who owns the token was not active.",
    advice: today.owner.active
      ? "The owner is active again: the same request would pass this check now."
      : "An administrator can activate the member; until then all of its tokens are refused.",
  }),
  "rate limit": (refused) => ({
    text: `Rate limit reached: ${refusalBy<"rate limit">(refused).limit} requests per minute.`,
    advice:
      "Wait as many seconds as retry-after says, and spread the requests; x-ratelimit-remaining says how many are left.",
  }),
  entity: entityCause,
  verb: verbCause,
  shape: shapeCause,
  turn: {
    text: "Requests of the token or its organization filled their share of the database, and no place became free in time; or other work on the database kept the entity's table locked; or as many streams of changes were open as there can be.",
    advice:
      "The response says which. Send fewer lists at a time, and narrow those that take long: by fields that are indexed. Send batches one after the other. Where a table was locked, send the request again. Close streams that are not read any more.",
  },
  // One text for a record that does not exist, was deleted, or cannot be seen.
  record: (refused) => ({
    text: `The record does not exist, was deleted, or lies outside what ${refused.voice.role} lets the token see.${rowLimitText(refused)}`,
    advice: "Check its id or key, and its entity; a list shows the records that the token can see.",
  }),
  "row scope": (refused) => ({
    text: limitedText(refused, refused.verb, "this record is not one of them"),
    advice: "Ask an administrator for permission on this record, or leave it to a member who has it.",
  }),
  precondition: {
    text: "The request had no If-Match header, without which nothing is changed or deleted.",
    advice: "Read the record and send its ETag as If-Match, or * for any version.",
  },
  version: {
    text: "If-Match did not name the record's version of that moment: somebody had changed it, or the tag was not sent as received.",
    advice: "Read the record again and decide again; send its ETag as it is, quotes included.",
  },
  fields: fieldsCause,
  lifecycle: lifecycleCause,
  "required fields": requiredFieldsCause,
  "permission for this change": (refused) => {
    const { permission = refused.verb } = refusalBy<"permission for this change">(refused);
    return {
      text: limitedText(refused, permission, "this record is not one of them"),
      advice: "Ask an administrator for permission to make it here, or leave out what is not to be changed.",
    };
  },
  validation: validationCause,
  "new row scope": (refused) => {
    const { permission = refused.verb } = refusalBy<"new row scope">(refused);
    const result = refused.verb === "create" ? "the new one is" : "this one would be";
    return {
      text: limitedText(refused, permission, `with these values ${result} none of them`),
      advice: "Choose values that keep the record within reach, or ask an administrator for more.",
    };
  },
  references: referencesCause,
  "other writers": {
    text: "Other requests were writing the same records, one after the other, and this one did not get to them in time. Nothing of it was written.",
    advice: "Send it again after retry-after. Write a record from one place at a time, and in smaller batches.",
  },
  conflict: conflictCause,
  webhooks: {
    text: "The token or its organization had as many webhooks as the policy allows.",
    advice: "Delete a webhook that is not needed, or ask an administrator to raise the limit in the token policy.",
  },
  readable: readableCause,
};

const TOKEN_CAUSES: Readonly<Record<string, Cause>> = {
  TOKEN_REVOKED: {
    text: "The token had been revoked.",
    advice: "Find out who revoked it in its audit trail; whatever still sends it needs a new token.",
  },
  TOKEN_EXPIRED: {
    text: "The token had expired.",
    advice: "Create a new token; an expired one cannot be extended.",
  },
};

const NOT_ACCEPTED: Cause = {
  text: "The token was not accepted.",
  advice: "Send it whole, as it was shown when it was created.",
};

function addressAdvice(own: readonly string[], policy: readonly string[]): string {
  if (own.length + policy.length === 0) return "It works from every address by now: send it again.";
  const ofToken = `It works from ${listed(own)}; to use it from elsewhere, create another token. `;
  const ofPolicy = `Tokens of the organization work from ${listed(policy)}; an administrator can change that. `;
  const unknown = "If you do not know who sent it, revoke it.";
  return `${own.length > 0 ? ofToken : ""}${policy.length > 0 ? ofPolicy : ""}${unknown}`;
}
