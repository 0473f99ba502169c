/** The status of a response and its code; the icon says what the colour repeats. */
import { CircleCheck, CircleSlash, Gauge, OctagonAlert } from "lucide-react";

export function StatusText({ status, code }: { status: number; code: string | null }) {
  const { icon: Icon, look } = looksOf(status);
  return (
    <span className={`inline-flex items-center gap-1.5 ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {status} {code && <span className="font-mono text-xs [overflow-wrap:anywhere]">{code}</span>}
      </span>
    </span>
  );
}

function looksOf(status: number) {
  if (status < 400) return { icon: CircleCheck, look: "text-good" };
  if (status === 429) return { icon: Gauge, look: "text-quiet" };
  return status < 500 ? { icon: CircleSlash, look: "text-warn" } : { icon: OctagonAlert, look: "text-bad" };
}
