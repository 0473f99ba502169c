/**
 * Asks the person behind the client before a plan is applied, where the client can do that: a client of 2026 gets the question as
 * the response, and sends the call again with the answer. Nothing is kept in between: `requestState`, which the client sends back,
 * says which plan the question was about. A client of 2025 would have to be asked on a stream that stays open, which this service
 * has none of: there the client's own approval of `destructiveHint` remains. A client that could be asked cannot avoid it by no
 * longer saying so: the plan that it proposed, or the question that it goes on from, is still to be confirmed.
 */
import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import { derivedKey } from "../../crypto/derived-key";
import { seal, unseal } from "../../crypto/sealed";
import type { JsonObject, JsonValue } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { refusedResult, type ToolResult } from "../call-tool";
import { OPS } from "./operations";
import { openPlan, type Plan } from "./plan";

type Question = {
  message: string;
  requestedSchema: {
    type: "object";
    properties: { confirm: { type: "boolean"; title: string } };
    required: ["confirm"];
  };
};

/** What came with a call: whether its client can ask a person, and the answer to an earlier question with the state of that. */
type Asked = { canAsk: boolean; responses: Record<string, unknown> | undefined; state: unknown };

/**
 * A question to ask first with its state, or the result if the person said no; null to go on. Throws
 * MissingRequiredClientCapabilityError if a person has to be asked, and the client of this call cannot do that.
 */
export function confirmation(
  within: Within,
  { plan }: Record<string, unknown>,
  { canAsk, responses, state }: Asked,
): { question: Question; state: string } | ToolResult | null {
  if (typeof plan !== "string") return null;
  const answer = responses?.confirm as { action?: string; content?: JsonObject } | undefined;
  const isConfirmed = answer?.action === "accept" && answer.content?.confirm === true;
  if (answer !== undefined && !isConfirmed)
    return refusedResult({ code: "PERMISSION_DENIED", message: DECLINED, requestId: within.requestId });
  const opened = findPlan(within, plan);
  if (opened === null || (isConfirmed && isOfPlan(state, opened))) return null;
  const wasAsked = isConfirmed || state !== undefined;
  if (!canAsk && !wasAsked && !opened.needsConfirmation) return null;
  if (!canAsk)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { elicitation: { form: {} } } }, NOT_ASKED);
  const confirm = { type: "boolean", title: "Apply these changes" } as const;
  const requestedSchema = { type: "object" as const, properties: { confirm }, required: ["confirm"] as ["confirm"] };
  return { question: { message: questionOf(opened), requestedSchema }, state: stateOf(opened) };
}

/** null for a plan that cannot be applied: the tool says why. */
function findPlan({ caller }: Within, sealed: string): Plan | null {
  try {
    return openPlan(caller, sealed, Date.now());
  } catch {
    return null;
  }
}

/** It has no text of a record. */
function questionOf({ entity, operations }: Plan): string {
  const ops = OPS.flatMap((op) => {
    const count = operations.filter((operation) => operation.op === op).length;
    return count === 0 ? [] : [`${count} ${op}`];
  });
  return `Apply the plan to ${entity}: ${ops.join(", ")}?`;
}

/** Says nothing but which plan it is of. It expires with the plan. */
function stateOf(plan: Plan): string {
  return seal(null, bindingOf(plan), derivedKey("plan"));
}

function isOfPlan(state: unknown, plan: Plan): boolean {
  try {
    unseal(String(state), bindingOf(plan), derivedKey("plan"));
    return true;
  } catch {
    return false;
  }
}

function bindingOf({ id }: Plan): JsonValue {
  return ["mcp confirmation", id];
}

const NOT_ASKED =
  "A person has to confirm this plan, and this call does not have the capability elicitation. Nothing was written. Call apply again with a client that declares it.";
const DECLINED = "The person did not confirm. Nothing was written.";
