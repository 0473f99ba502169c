/** The status of a token (lib/tokens/status) as a word and an icon. */
import { Circle, CircleCheck, CircleOff, Clock, OctagonX, RotateCw, UserX } from "lucide-react";
import type { TokenStatus } from "@/lib/tokens/status";
import { Badge, type Tone } from "../ui/text/badge";

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
  return <Badge {...LOOKS[status]} />;
}

export function statusLabel(status: TokenStatus): string {
  return LOOKS[status].text;
}
