import clsx from "clsx";
import { Check, ChevronRight, CircleCheck, CircleSlash, Minus, OctagonAlert, X } from "lucide-react";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Badge } from "@/components/ui/text/badge";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Fact } from "@/components/ui/text/fact";
import { Prose } from "@/components/ui/text/prose";
import { ExactTime } from "@/components/ui/time/time";
import type { ExplainedStep } from "@/lib/explanation/checks";
import type { Explanation } from "@/lib/explanation/explain";

const OUTCOMES = {
  accepted: { tone: "good", icon: CircleCheck, text: "Accepted" },
  refused: { tone: "warn", icon: CircleSlash, text: "Refused" },
  failed: { tone: "bad", icon: OctagonAlert, text: "Failed" },
} as const;

export function Outcome({ explanation: { call, outcome, summary, advice } }: { explanation: Explanation }) {
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge {...OUTCOMES[outcome]} />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {call.status} {call.code && <ErrorCode code={call.code} />}
        </span>
      </div>
      <h2 className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
        <Prose text={summary} />
      </h2>
      {advice && (
        <p className="mt-2 [overflow-wrap:anywhere]">
          <span className="font-medium">What to do: </span>
          <Prose text={advice} />
        </p>
      )}
    </Card>
  );
}

export function ExplainedRequest({ explanation: { call, token, steps } }: { explanation: Explanation }) {
  return (
    <>
      <Card title="The request">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact name="Request">
            <code className="text-sm">
              {call.method} {call.pathTemplate}
            </code>
          </Fact>
          <Fact name="Token">
            <Link href={`/tokens/${token.id}`} className="inline-block min-h-6 text-accent hover:underline">
              <bdi>{token.name}</bdi>
            </Link>
            <code className="block text-quiet text-xs">{token.hint}</code>
          </Fact>
          <Fact name="Time">
            <ExactTime at={call.at} />
          </Fact>
          <Fact name="IP address">
            <code className="text-sm">{call.address}</code>
          </Fact>
          <Fact name="Request ID">
            <code className="mr-2 text-xs">{call.requestId}</code>
            <CopyButton text={call.requestId} />
          </Fact>
          {call.userAgent && <Fact name="User agent">{call.userAgent}</Fact>}
        </dl>
      </Card>
      <Card title="Checks in order">
        <Steps steps={steps.filter(({ outcome }) => outcome !== "not reached")} />
        <NotReached steps={steps.filter(({ outcome }) => outcome === "not reached")} />
      </Card>
    </>
  );
}

function Steps({ steps }: { steps: readonly ExplainedStep[] }) {
  return (
    <ol className="grid gap-1">
      {steps.map((step) => (
        <Step key={step.step} step={step} />
      ))}
    </ol>
  );
}

/** These checks say nothing about this request, unless it reached one of them. */
function NotReached({ steps }: { steps: readonly ExplainedStep[] }) {
  if (steps.length === 0) return null;
  return (
    <details className="group mt-2 text-sm">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded text-quiet hover:underline">
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        {steps.length === 1 ? "1 check" : `${steps.length} checks`} not reached
      </summary>
      <Steps steps={steps} />
    </details>
  );
}

const LOOKS = {
  passed: { icon: Check, mark: "text-good", word: "Passed", look: "font-medium" },
  refused: { icon: X, mark: "text-bad", word: "Refused", look: "font-semibold" },
  "not reached": { icon: Minus, mark: "text-quiet", word: "Not reached", look: "text-quiet" },
} as const;

function Step({ step: { title, outcome, text } }: { step: ExplainedStep }) {
  const { icon: Icon, mark, word, look } = LOOKS[outcome];
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
          <span className={look}>{title}</span>
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
