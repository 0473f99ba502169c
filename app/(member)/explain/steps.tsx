/** The checks that a call went through, up to the one that refused it. */
import clsx from "clsx";
import { Check, Minus, X } from "lucide-react";
import { Prose } from "@/components/ui/prose";
import type { ExplainedStep } from "@/lib/explanation/explain";

const LOOKS = {
  passed: { icon: Check, mark: "text-good", word: "Passed" },
  refused: { icon: X, mark: "text-bad", word: "Refused" },
  "not reached": { icon: Minus, mark: "text-quiet", word: "Not reached" },
} as const;

const TITLES = { passed: "font-medium", refused: "font-semibold", "not reached": "text-quiet" } as const;

export function Steps({ steps }: { steps: ExplainedStep[] }) {
  return (
    <ol className="grid gap-1">
      {steps.map((step) => (
        <Step key={step.step} step={step} />
      ))}
    </ol>
  );
}

/** Of a check that was not reached there is nothing to say beyond that. */
function Step({ step: { title, outcome, text } }: { step: ExplainedStep }) {
  const { icon: Icon, mark, word } = LOOKS[outcome];
  return (
    <li
      className={clsx(
        "grid grid-cols-[1.25rem_1fr] gap-x-3 rounded-control border px-3",
        outcome === "refused" ? "border-bad bg-bad-soft" : "border-transparent",
        outcome === "not reached" ? "py-0" : "py-2",
      )}
    >
      <Icon aria-hidden className={clsx("mt-1 size-4", mark)} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className={TITLES[outcome]}>{title}</span>
          <span className={clsx("text-sm", mark)}>{word}</span>
        </p>
        {outcome !== "not reached" && (
          <p className={clsx("text-sm [overflow-wrap:anywhere]", outcome === "passed" && "text-quiet")}>
            <Prose text={text} />
          </p>
        )}
      </div>
    </li>
  );
}
