/** What is unusual about a token, with the worst as text: its status, unless it is active, and problems of its requests. */
import { Gauge, OctagonX } from "lucide-react";
import { counted } from "@/components/ui/text/digits";
import type { Trouble } from "@/lib/call-log/usage";
import { isWorking, type TokenStatus } from "@/lib/tokens/status";
import { Badge } from "../../../ui/text/badge";
import { Tooltip } from "../../../ui/tips/tooltip";
import { StatusBadge, statusLabel } from "../../status-badge";

export function ExceptionBadges({ status, trouble }: { status: TokenStatus; trouble: Trouble | undefined }) {
  const [worst, ...others] = exceptionsOf(status, trouble);
  return (
    <span className="flex items-center gap-1.5">
      {status === "active" && <span className="sr-only">{statusLabel(status)} </span>}
      {worst && <Exceptional exception={worst} status={status} />}
      {others.length > 0 && (
        <Tooltip text={others.map(({ sentence }) => sentence).join("\n")}>
          <span className="text-quiet text-xs">+{others.length}</span>
        </Tooltip>
      )}
    </span>
  );
}

function Exceptional({ exception: { kind, sentence }, status }: { exception: Exception; status: TokenStatus }) {
  if (kind === "status") return <StatusBadge status={status} />;
  return (
    <Tooltip text={sentence}>
      <Badge
        tone="warn"
        icon={kind === "limited" ? Gauge : OctagonX}
        text={kind === "limited" ? "Rate-limited" : "Rejections"}
      />
    </Tooltip>
  );
}

type Exception = { kind: "status" | "rejected" | "limited"; sentence: string };

/** The worst first: it does not work, its requests fail, or it needs attention soon. */
export function exceptionsOf(status: TokenStatus, trouble: Trouble | undefined): Exception[] {
  const { rejected = 0, limited = 0 } = trouble ?? {};
  const ofStatus: Exception[] = status === "active" ? [] : [{ kind: "status", sentence: `${statusLabel(status)}.` }];
  const ifAny = (kind: "rejected" | "limited", count: number, what: string): Exception[] =>
    count === 0 ? [] : [{ kind, sentence: `${counted(count, "request")} in the last 24 hours ${what}.` }];
  const ofRequests = [
    ...ifAny("rejected", rejected, `${rejected === 1 ? "was" : "were"} rejected with 401 or 403`),
    ...ifAny("limited", limited, "exceeded the rate limit"),
  ];
  return isWorking(status) ? [...ofRequests, ...ofStatus] : [...ofStatus, ...ofRequests];
}
