import { CirclePause, OctagonX, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/text/badge";
import { badgeOf } from "./webhook-words";

const ICONS = { Paused: CirclePause, Disabled: OctagonX, Failing: TriangleAlert };

export function WebhookBadge({ webhook }: { webhook: Parameters<typeof badgeOf>[0] }) {
  const badge = badgeOf(webhook);
  return badge === null ? null : <Badge tone={badge.tone} icon={ICONS[badge.text]} text={badge.text} />;
}
