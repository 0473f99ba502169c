/** Sends everything again that changed since a moment. */
import { Card } from "@/components/ui/card";
import { DAY_MS } from "@/lib/time/durations";
import type { OpenedWebhook } from "./open-webhook";
import { ReplayForm } from "./replay-form";

type ReplaySectionProps = { opened: OpenedWebhook; keptDays: number };

export function ReplaySection({ opened: { view, now }, keptDays }: ReplaySectionProps) {
  return (
    <Card
      title="Replay changes"
      description={`Resends every record changed since this time, in its current state. Changes are kept for ${keptDays} days.`}
    >
      <ReplayForm
        id={view.id}
        begun={minuteOf(now.getTime() - DAY_MS)}
        from={minuteOf(now.getTime() - keptDays * DAY_MS + MARGIN_MS)}
        until={minuteOf(now.getTime())}
      />
    </Card>
  );
}

/** So that the earliest choice is still kept when the form is sent. */
const MARGIN_MS = 10 * 60_000;

/** As fields of this type have it, in UTC. */
function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
