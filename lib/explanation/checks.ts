/** The checks of a request, in the order in which its endpoint makes them (contract § 1), with the outcome of each. */
import { checksOf } from "../public-api/endpoints/endpoint";
import { findEndpoint } from "../public-api/endpoints/registry";
import type { Step } from "../refusal";
import type { KeptCall } from "../store/tokens/calls";

const STEP_WORDS: Record<Step, { title: string; passed: string }> = {
  "request id": { title: "Request id", passed: "The request has this id." },
  path: { title: "Path and method", passed: "There is an endpoint for this path and method." },
  address: { title: "IP blocklist", passed: "Not blocked: few failed sign-ins from this address." },
  token: { title: "Token", passed: "The token was known, and neither revoked nor expired." },
  "token address": { title: "Token IP allowlist", passed: "Allowed from this address." },
  owner: { title: "Owner", passed: "The owner of the token was active." },
  "rate limit": { title: "Rate limit", passed: "The token had requests left." },
  entity: { title: "Entity", passed: "The entity was open to the token." },
  verb: { title: "Verb", passed: "Token and role had the verb." },
  shape: { title: "Request format", passed: "The request had the format that this endpoint takes." },
  turn: { title: "Concurrency limit", passed: "The token and its organization had room in the database." },
  record: { title: "Record", passed: "The record was found." },
  "row scope": { title: "Row scope", passed: "The record was one that the verb reaches." },
  precondition: { title: "If-Match", passed: "The request had an If-Match header." },
  version: { title: "Version", passed: "If-Match named the current version." },
  fields: { title: "Field permissions", passed: "The fields of the request can be written." },
  lifecycle: { title: "Lifecycle", passed: "The lifecycle of the record allowed it." },
  webhooks: { title: "Webhooks", passed: "There can be another webhook." },
  "required fields": { title: "Required fields", passed: "Every required value can be written." },
  "permission for this change": {
    title: "Permission for this change",
    passed: "Every permission that the change requires covers this record.",
  },
  validation: { title: "Values", passed: "Every value was valid." },
  "new row scope": {
    title: "Row scope of the result",
    passed: "Every permission that it requires covers the result.",
  },
  references: { title: "References", passed: "Every record that is pointed to was found." },
  "other writers": { title: "Other writers", passed: "No other write held the record for long." },
  conflict: { title: "Conflicts", passed: "No other record stood in the way." },
  readable: { title: "Readable result", passed: "The new record can be read." },
};

/** One check of contract § 1. `text` is one plain sentence. */
export type ExplainedStep = { step: Step; title: string; outcome: "passed" | "refused" | "not reached"; text: string };

/** `refusing` is null if no check refused: all passed, or a fault of ours came in between. */
export function stepsOf(call: KeptCall, refusing: Step | null, cause: string): ExplainedStep[] {
  const endpoint = findEndpoint(call.endpoint);
  const own = endpoint === undefined ? [] : checksOf(endpoint);
  const steps = refusing === null || own.includes(refusing) ? own : [...own, refusing];
  // If a request failed, all that is known is that it was admitted.
  const stopped = call.status >= 500 ? steps.indexOf("rate limit") + 1 : steps.length;
  const place = refusing === null ? stopped : steps.indexOf(refusing);
  return steps.map((step, index) => {
    const { title, passed } = STEP_WORDS[step];
    if (index < place) return { step, title, outcome: "passed", text: passed };
    if (step === refusing) return { step, title, outcome: "refused", text: cause };
    const text = refusing === null ? "Not known: the request failed." : "Not asked: the request had been refused.";
    return { step, title, outcome: "not reached", text };
  });
}
