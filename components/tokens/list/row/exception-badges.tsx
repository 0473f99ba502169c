/** What is unusual about a token, with the worst as text: its status, unless it is active, and problems of its requests. */
import { Gauge, OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import type { Trouble } from "@/lib/call-log/usage";
import type { TokenStatus } from "@/lib/tokens/status";
import { Badge } from "../../../ui/text/badge";
import { Tooltip } from "../../../ui/tips/tooltip";
import { StatusBadge, statusLabel } from "../../status-badge";
import { type Exception, exceptionsOf } from "./exceptions";

type ExceptionBadgesProps = { status: TokenStatus; trouble: Trouble | undefined };

export function ExceptionBadges({ status, trouble }: ExceptionBadgesProps) {
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

function Exceptional({
  exception: { kind, sentence },
  status,
}: {
  exception: Exception;
  status: TokenStatus;
}): ReactNode {
  if (kind === "status") return <StatusBadge status={status} />;
  return (
    <Tooltip text={sentence}>
      <Badge tone="warn" icon={kind === "limited" ? Gauge : OctagonX}>
        {kind === "limited" ? "Rate-limited" : "Rejections"}
      </Badge>
    </Tooltip>
  );
}
