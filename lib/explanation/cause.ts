/** Explains why a request was refused and what to do about it, depending on the check that refused it. */
import { readDetail } from "../call-log/kept-call";
import { capitalized } from "../messages/cut-text";
import { findEndpoint } from "../public-api/endpoints/registry";
import type { Step } from "../refusal";
import { entityCause, readableCause, tokenAddressCause, verbCause } from "./access-cause";
import {
  fieldsCause,
  lifecycleCause,
  newScopeCause,
  permissionToChangeCause,
  requiredFieldsCause,
} from "./change-cause";
import {
  type Cause,
  limitedOne,
  nameOf,
  type RefusedCase,
  refusalOf,
  refusingStep,
  rowLimitText,
} from "./refused-case";
import { conflictCause, referencesCause, shapeCause, validationCause } from "./request-cause";

export function causeOf(given: Omit<RefusedCase, "detail" | "verb">): Cause {
  const { call } = given;
  const cause = CAUSES[refusingStep(call)];
  if (typeof cause === "object") return cause;
  return cause({ ...given, detail: readDetail(call), verb: findEndpoint(call.endpoint)?.verbs?.[0] ?? null });
}

const CAUSES: Record<Step, Cause | ((refused: RefusedCase) => Cause)> = {
  "request id": shapeCause,
  path: shapeCause,
  address: shapeCause,
  token: ({ call }) => TOKEN_CAUSES[call.code ?? ""] ?? NOT_ACCEPTED,
  "token address": tokenAddressCause,
  owner: ({ today }) => ({
    text: "The member who owns the token was not active.",
    advice: today.ownerIsActive
      ? "The owner is active again: the same request would pass this check now."
      : "An administrator can activate the member; until then all of its tokens are refused.",
  }),
  "rate limit": (refused) => {
    const limit = refusalOf(refused, "rate limit")?.limit;
    return {
      text:
        limit === undefined ? "Rate limit of the token reached." : `Rate limit reached: ${limit} requests per minute.`,
      advice:
        "Wait as many seconds as retry-after says, and spread the requests; x-ratelimit-remaining says how many are left.",
    };
  },
  entity: entityCause,
  verb: verbCause,
  shape: shapeCause,
  turn: {
    text: "Requests of the token or its organisation filled their share of the database, and no place became free in time; or other work on the database kept the entity's table locked; or as many streams of changes were open as there can be.",
    advice:
      "The response says which. Send fewer lists at a time, and narrow those that take long: by fields that are indexed. Send batches one after the other. Where a table was locked, send the request again. Close streams that are not read any more.",
  },
  // The same text for a record that does not exist, was deleted, or cannot be seen.
  record: (refused) => ({
    text: `The record does not exist, was deleted, or lies outside what ${refused.voice.role} lets the token see.${rowLimitText(refused)}`,
    advice: "Check its id or key, and its entity; a list shows the records that the token can see.",
  }),
  "row scope": (refused) => ({
    text: `${capitalized(limitedOne(refused))} has \`${refused.verb}\` on some records of ${nameOf(refused.call.entityKey)} only, and this record is not one of them.${rowLimitText(refused)}`,
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
  "permission for this change": permissionToChangeCause,
  validation: validationCause,
  "new row scope": newScopeCause,
  references: referencesCause,
  "other writers": {
    text: "Other requests were writing the same records, one after the other, and this one did not get to them in time. Nothing of it was written.",
    advice: "Send it again after retry-after. Write a record from one place at a time, and in smaller batches.",
  },
  conflict: conflictCause,
  webhooks: {
    text: "The token or its organisation had as many webhooks as the policy allows.",
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
