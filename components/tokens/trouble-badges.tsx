/** What went wrong with a token within a day, beside its status. Nothing where nothing did. */
import { Gauge, OctagonX } from "lucide-react";
import type { Trouble } from "@/lib/call-log/usage";
import { Badge } from "../ui/badge";
import { Tooltip } from "../ui/tooltip";

export function TroubleBadges({ trouble }: { trouble: Trouble }) {
  return (
    <>
      {trouble.limited > 0 && (
        <Tooltip text={`${calls(trouble.limited)} in the last 24 hours exceeded the rate limit.`}>
          <Badge tone="warn" icon={Gauge}>
            Rate-limited
          </Badge>
        </Tooltip>
      )}
      {trouble.rejected > 0 && (
        <Tooltip text={`${calls(trouble.rejected)} in the last 24 hours were rejected with 401 or 403.`}>
          <Badge tone="warn" icon={OctagonX}>
            Rejected calls
          </Badge>
        </Tooltip>
      )}
    </>
  );
}

function calls(count: number): string {
  return count === 1 ? "1 call" : `${count.toLocaleString("en")} calls`;
}
