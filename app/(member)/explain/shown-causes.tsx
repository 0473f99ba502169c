import Link from "next/link";
import { inDigits } from "@/components/usage/chart-words";
import type { CausesOfCode, ErrorCause } from "@/lib/explanation/error-causes";

const SHOWN = 3;

/** `times` only if there are several causes and every request is stored: sampled ones would seem to contradict the code's count. */
export function shownCauses({ causes, represented, count }: CausesOfCode & { count: number }) {
  const isCounted = causes.length > 1 && represented === count;
  return causes.slice(0, SHOWN).map((cause): ErrorCause & { times: string } => ({
    ...cause,
    times: isCounted ? `${inDigits(cause.count)} ×` : "",
  }));
}

export function ExplainLink({ requestId }: { requestId: string }) {
  return (
    <Link
      href={`/explain?request=${encodeURIComponent(requestId)}`}
      prefetch={false}
      className="text-accent underline underline-offset-2"
    >
      Explain<span className="sr-only"> the request {requestId}</span>
    </Link>
  );
}
