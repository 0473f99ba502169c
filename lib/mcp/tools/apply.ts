/** `apply`: exactly what a plan says, or nothing, and only once. */
import type { Caller } from "../../authentication/authenticate";
import type { JsonObject } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { requireText } from "../arguments";
import { type Answered, ask, askToDelete, requireWhole } from "../ask";
import { countFitting, cutTo } from "../cut";
import { openPlan, type Plan, requireVersion } from "../plan/plan";
import { CUT, OBJECTS, object, type Tool, text } from "../tool";

export const apply: Tool = {
  name: "apply",
  title: "Apply a plan",
  description:
    "Does what a plan of propose says, or nothing. Show its changes to a person first. Repeating it returns the first outcome.",
  verbs: ["create", "update", "delete"],
  prepares: true,
  writes: true,
  input: () => object({ plan: text("exactly as propose returned it") }, ["plan"]),
  output: object({ results: OBJECTS, repeated: { type: "boolean" }, cut: CUT }, ["results", "repeated"]),
  call: async ({ within, args, most }) => {
    const plan = openPlan(within.caller, requireText(args, "plan", "the plan that propose returned"), Date.now());
    const answered = await write(within, plan);
    const data = requireWhole(answered);
    const results = (data.results ?? [{ status: 200, ...data }]) as JsonObject[];
    return fitted(results, answered.isReplayed, most);
  },
};

/** The records are written, so this is not a refusal, however little fits. */
function fitted(results: JsonObject[], repeated: boolean, most: number): JsonObject {
  const whole = { results, repeated };
  if (JSON.stringify(whole).length <= most) return whole;
  const shown = results.slice(0, countFitting(results, most));
  const cut = { ...cutTo(shown.length, results.length), rest: REST };
  return { results: shown, repeated, cut };
}

const REST = "All of the plan was written. Call apply again with a larger max_characters to read the other results.";

function write(within: Within, plan: Plan): Promise<Answered> {
  const { id, entity, operations } = plan;
  const more = {
    headers: { "idempotency-key": `mcp-plan-${id}` },
    requireRenewed: (renewed: Caller) => requireVersion(plan, renewed),
  };
  const [operation = {}] = operations;
  if (operation.op === "delete") return askToDelete(within, entity, operation, more);
  return ask(within, { ...more, endpoint: "records.batch", entity, body: { operations, atomic: true } });
}
