/** The checks of a call one by one, up to the one that refused it. */
import type { Step } from "../../refusal";
import type { KeptCall } from "../../store/token-calls";
import { ENDPOINT_CHECKS, STEP_WORDS } from "./steps";

export type StepOutcome = "passed" | "refused" | "not reached";

/** One check of contract § 1, in the order in which this endpoint asks them. `text` is one plain sentence. */
export type ExplainedStep = { step: Step; title: string; outcome: StepOutcome; text: string };

/** `refusing` null where none refused: all passed, or a fault of ours came between. */
export function stepsOf(call: KeptCall, refusing: Step | null, cause: string): ExplainedStep[] {
  const own = ENDPOINT_CHECKS[call.endpoint]?.steps ?? [];
  const steps = refusing === null || own.includes(refusing) ? own : [...own, refusing];
  // Of a call that failed it is known only that it was admitted.
  const stopped = call.status >= 500 ? steps.indexOf("rate limit") + 1 : steps.length;
  const place = refusing === null ? stopped : steps.indexOf(refusing);
  return steps.map((step, index) => {
    const { title, passed } = STEP_WORDS[step];
    if (index < place) return { step, title, outcome: "passed", text: passed };
    if (step === refusing) return { step, title, outcome: "refused", text: cause };
    const text = refusing === null ? "Not known: the call failed." : "Not asked: the call had been refused.";
    return { step, title, outcome: "not reached", text };
  });
}
