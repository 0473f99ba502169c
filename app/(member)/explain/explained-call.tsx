/** The call that is explained, and every check that it went through. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { ExactTime } from "@/components/ui/time";
import type { Explanation } from "@/lib/explanation/explain";
import { Steps } from "./steps";

export function ExplainedCall({ explanation: { call, token, steps } }: { explanation: Explanation }) {
  return (
    <>
      <Card title="The call">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Line name="Call">
            <code className="text-sm">
              {call.method} {call.pathTemplate}
            </code>
          </Line>
          <Line name="Token">
            <Link href={`/tokens/${token.id}`} className="inline-block min-h-6 text-accent hover:underline">
              <bdi>{token.name}</bdi>
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
