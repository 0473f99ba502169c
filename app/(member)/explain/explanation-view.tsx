/** A call explained: what became of it, what to do, and every check that it went through. */
import { CircleCheck, CircleSlash, OctagonAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Prose } from "@/components/ui/prose";
import { ExactTime } from "@/components/ui/time";
import type { Explanation } from "@/lib/tokens/explain";
import { Steps } from "./steps";

const OUTCOMES = {
  accepted: { tone: "good", icon: CircleCheck, text: "Accepted" },
  refused: { tone: "warn", icon: CircleSlash, text: "Refused" },
  failed: { tone: "bad", icon: OctagonAlert, text: "Failed" },
} as const;

export function ExplanationView({ explanation }: { explanation: Explanation }) {
  const { call, token, outcome, summary, advice, steps } = explanation;
  const { tone, icon, text } = OUTCOMES[outcome];
  return (
    <>
      <div role="status">
        <Card>
          <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tone} icon={icon}>
              {text}
            </Badge>
            <span className="font-medium">
              {call.status} {call.code && <code className="text-sm">{call.code}</code>}
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
      </div>
      <Card title="The call">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Line name="Call">
            <code className="text-sm">
              {call.method} {call.pathTemplate}
            </code>
          </Line>
          <Line name="Token">
            <Link href={`/tokens/${token.id}`} className="inline-block min-h-6 text-accent hover:underline">
              {token.name}
            </Link>
            <code className="block text-quiet text-xs">{token.hint}</code>
          </Line>
          <Line name="Time">
            <ExactTime at={call.at} />
          </Line>
          <Line name="Address">
            <code className="text-sm">{call.address}</code>
          </Line>
        </dl>
      </Card>
      <Card title="The checks, in their order">
        <Steps steps={steps} />
      </Card>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
