/** What is out of the ordinary of a token: its status, unless it simply works, and what its requests met with. One has words, more have marks. */
import { Gauge, type LucideIcon, OctagonX } from "lucide-react";
import type { Trouble } from "@/lib/call-log/usage";
import type { TokenStatus } from "@/lib/tokens/status";
import { Tooltip } from "../../../ui/tips/tooltip";
import { StatusBadge, statusLabel, TroubleBadges } from "../../status-badge";

type ExceptionBadgesProps = { status: TokenStatus; trouble: Trouble | undefined };

export function ExceptionBadges({ status, trouble }: ExceptionBadgesProps) {
  const { limited = 0, rejected = 0 } = trouble ?? {};
  const isPlain = status === "active";
  if (isPlain && trouble !== undefined && (limited === 0 || rejected === 0)) {
    return (
      <Line>
        <span className="sr-only">{statusLabel(status)} </span>
        <TroubleBadges trouble={trouble} />
      </Line>
    );
  }
  return (
    <Line>
      {isPlain ? <span className="sr-only">{statusLabel(status)}</span> : <StatusBadge status={status} />}
      {limited > 0 && <Mark icon={Gauge} word="Rate-limited" count={limited} what="exceeded the rate limit" />}
      {rejected > 0 && (
        <Mark icon={OctagonX} word="Rejected requests" count={rejected} what="rejected with 401 or 403" />
      )}
    </Line>
  );
}

function Line({ children }: { children: React.ReactNode }) {
  return <span className="flex items-center gap-1">{children}</span>;
}

type MarkProps = { icon: LucideIcon; word: string; count: number; what: string };

function Mark({ icon: Icon, word, count, what }: MarkProps) {
  return (
    <Tooltip text={`${word} in the last 24 hours: ${count.toLocaleString("en")} ${what}.`}>
      <span className="grid size-6 place-items-center rounded-full bg-warn-soft text-warn">
        <Icon aria-hidden className="size-3.5" />
      </span>
    </Tooltip>
  );
}
