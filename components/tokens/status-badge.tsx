/** The status of a token as lib/tokens/status has it: a word and an icon each. */
import { Circle, CircleCheck, CircleOff, Clock, Gauge, OctagonX, RotateCw, UserX } from "lucide-react";
import type { Trouble } from "@/lib/call-log/usage";
import type { TokenStatus } from "@/lib/tokens/status";
import { Badge, type Tone } from "../ui/text/badge";
import { Tooltip } from "../ui/tips/tooltip";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck, text: "Active" },
  "expires soon": { tone: "warn", icon: Clock, text: "Expires soon" },
  "never used": { tone: "neutral", icon: Circle, text: "Never used" },
  rotating: { tone: "accent", icon: RotateCw, text: "Rotating" },
  "owner inactive": { tone: "warn", icon: UserX, text: "Owner inactive" },
  expired: { tone: "neutral", icon: CircleOff, text: "Expired" },
  revoked: { tone: "bad", icon: OctagonX, text: "Revoked" },
} as const satisfies Record<TokenStatus, { tone: Tone; icon: typeof CircleCheck; text: string }>;

export function StatusBadge({ status }: { status: TokenStatus }) {
  const { tone, icon, text } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

export function statusLabel(status: TokenStatus): string {
  return LOOKS[status].text;
}

export function TroubleBadges({ trouble }: { trouble: Trouble }) {
  return (
    <>
      {trouble.limited > 0 && (
        <Tooltip text={`${requests(trouble.limited)} in the last 24 hours exceeded the rate limit.`}>
          <Badge tone="warn" icon={Gauge}>
            Rate-limited
          </Badge>
        </Tooltip>
      )}
      {trouble.rejected > 0 && (
        <Tooltip text={`${requests(trouble.rejected)} in the last 24 hours were rejected with 401 or 403.`}>
          <Badge tone="warn" icon={OctagonX}>
            Rejected requests
          </Badge>
        </Tooltip>
      )}
    </>
  );
}

function requests(count: number): string {
  return count === 1 ? "1 request" : `${count.toLocaleString("en")} requests`;
}
