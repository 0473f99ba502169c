/** What became of a call, why, and what to do about it. */
import { CircleCheck, CircleSlash, OctagonAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Prose } from "@/components/ui/prose";
import type { Explanation } from "@/lib/explanation/explain";

const OUTCOMES = {
  accepted: { tone: "good", icon: CircleCheck, text: "Accepted" },
  refused: { tone: "warn", icon: CircleSlash, text: "Refused" },
  failed: { tone: "bad", icon: OctagonAlert, text: "Failed" },
} as const;

export function Outcome({ explanation: { call, outcome, summary, advice } }: { explanation: Explanation }) {
  const { tone, icon, text } = OUTCOMES[outcome];
  return (
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
  );
}
