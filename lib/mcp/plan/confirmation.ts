/**
 * Asks the person behind the client before a plan is applied, where the client can do that: a client of 2026 gets the question as
 * the response, and sends the call again with the answer. Nothing is kept in between. A client of 2025 would have to be asked on a
 * stream that stays open, which this service has none of: there the client's own approval of `destructiveHint` remains.
 */
import type { JsonObject } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { refusedResult, type ToolResult } from "../call-tool";
import { OPS } from "./operations";
import { openPlan } from "./plan";

type Question = {
  message: string;
  requestedSchema: {
    type: "object";
    properties: { confirm: { type: "boolean"; title: string } };
    required: ["confirm"];
  };
};

/** A question to ask first, or the result if the person said no; null to go on. */
export function confirmation(
  within: Within,
  { plan }: Record<string, unknown>,
  { elicitation }: { elicitation?: object },
  responses: Record<string, unknown> | undefined,
): Question | ToolResult | null {
  if (elicitation === undefined || typeof plan !== "string") return null;
  const answer = responses?.confirm as { action?: string; content?: JsonObject } | undefined;
  if (answer?.action === "accept" && answer.content?.confirm === true) return null;
  if (answer !== undefined)
    return refusedResult({ code: "PERMISSION_DENIED", message: DECLINED, requestId: within.requestId });
  const message = questionOf(within, plan);
  if (message === null) return null;
  const confirm = { type: "boolean", title: "Apply these changes" } as const;
  return { message, requestedSchema: { type: "object", properties: { confirm }, required: ["confirm"] } };
}

/** null for a plan that cannot be applied: the tool says why. It has no text of a record. */
function questionOf({ caller }: Within, sealed: string): string | null {
  try {
    const { entity, operations } = openPlan(caller, sealed, Date.now());
    const ops = OPS.flatMap((op) => {
      const count = operations.filter((operation) => operation.op === op).length;
      return count === 0 ? [] : [`${count} ${op}`];
    });
    return `Apply the plan to ${entity}: ${ops.join(", ")}?`;
  } catch {
    return null;
  }
}

const DECLINED = "The person did not confirm. Nothing was written.";
