/** `apply`: exactly what a plan says, or nothing, and only once. */
import type { JsonObject } from "../../model";
import { requireText } from "../arguments";
import { type Asked, ask, requireWhole } from "../ask";
import { requireFitting } from "../cut";
import { openPlan, type Plan } from "../plan";
import { list, object, type Tool, text } from "../tool";
import { deletion } from "./propose";

export const apply: Tool = {
  name: "apply",
  title: "Apply a plan",
  description:
    "Does what a plan of propose says, or nothing. Show its changes to a person first. Repeating it returns the first outcome.",
  verbs: ["create", "update", "delete"],
  names: null,
  prepares: true,
  writes: true,
  required: ["plan"],
  input: () => ({ plan: text("exactly as propose returned it") }),
  output: object({ results: list({ type: "object" }), repeated: { type: "boolean" } }, ["results", "repeated"]),
  call: async ({ within, args, most }) => {
    const plan = openPlan(within.caller, requireText(args, "plan", "the plan that propose returned"), Date.now());
    const answered = await ask(within, requestOf(plan));
    const data = requireWhole(answered);
    const results = (data.results ?? [{ status: 200, ...data }]) as JsonObject[];
    return requireFitting({ results, repeated: answered.isReplayed }, most);
  },
};

function requestOf({ id, entity, operations }: Plan): Asked {
  const key = { "idempotency-key": `mcp-plan-${id}` };
  const [operation = {}] = operations;
  if (operation.op !== "delete")
    return { endpoint: "records.batch", entity, headers: key, body: { operations, atomic: true } };
  const request = deletion(entity, operation);
  return { ...request, headers: { ...request.headers, ...key } };
}
