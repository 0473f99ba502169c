/** The status of a response and its code; the icon repeats the meaning of the color. */
import { CircleCheck, CircleSlash, Gauge, OctagonAlert } from "lucide-react";
import { ErrorCode } from "./error-code";

export function StatusText({ status, code }: { status: number; code: string | null }) {
  const { icon: Icon, look } = looksOf(status);
  return (
    // If the code wraps, the icon and the number stay beside its first line.
    <span className={`inline-flex items-start gap-1.5 leading-6 ${look}`}>
      <Icon aria-hidden className="mt-1 size-4 shrink-0" />
      {status} {code && <ErrorCode code={code} />}
    </span>
  );
}

function looksOf(status: number) {
  if (status < 400) return { icon: CircleCheck, look: "text-good" };
  if (status === 429) return { icon: Gauge, look: "text-quiet" };
  return status < 500 ? { icon: CircleSlash, look: "text-warn" } : { icon: OctagonAlert, look: "text-bad" };
}
