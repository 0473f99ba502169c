import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Prose } from "@/components/ui/text/prose";
import { StatusText } from "@/components/ui/text/status-text";
import { RelativeTime } from "@/components/ui/time/time";
import { inDigits, PERIOD_LABELS } from "@/components/usage/chart-words";
import type { TokenUsage, UsagePeriod } from "@/lib/call-log/usage";
import type { ErrorsOfCode } from "@/lib/explanation/errors-by-code";
import { addressOf } from "@/lib/session/page-address";
import { ExplainLink, shownCauses } from "../../../explain/shown-causes";
import { REQUEST_LOG } from "../../../requests/requests-address";

type ErrorsSectionProps = {
  tokenId: string;
  errors: readonly ErrorsOfCode[];
  usage: TokenUsage;
  period: UsagePeriod;
  now: Date;
};

export function ErrorsSection({ tokenId, errors, usage, period, now }: ErrorsSectionProps) {
  const { refused, limited, failed } = usage.total;
  const others = refused + limited + failed - errors.reduce((sum, { count }) => sum + count, 0);
  if (errors.length === 0) return null;
  return (
    <Card title="Errors by cause" description={`In ${PERIOD_LABELS[period].long}, with the most frequent reasons`}>
      <ul className="divide-y divide-line">
        {errors.map((error) => (
          <ErrorRow
            key={error.code}
            error={error}
            logHref={addressOf(REQUEST_LOG, { tokenId, code: error.code, period })}
            now={now}
          />
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-3 text-quiet text-sm">
          {inDigits(others)} more with other causes.{" "}
          <Link href={addressOf(REQUEST_LOG, { tokenId, period })} className="text-accent underline underline-offset-2">
            Open the request log
          </Link>
        </p>
      )}
    </Card>
  );
}

function ErrorRow({ error, logHref, now }: { error: ErrorsOfCode; logHref: string; now: Date }) {
  const { status, code, count } = error;
  const [newest] = error.causes.map((cause) => cause.newest.at).sort((one, other) => other.getTime() - one.getTime());
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <StatusText status={status} code={code} />
        <Link href={logHref} prefetch={false} className="inline-block min-h-6 text-accent text-sm hover:underline">
          {count === 1 ? "1 request" : `${inDigits(count)} requests`}
          <span className="sr-only"> with {code}</span>
        </Link>
        {newest && (
          <span className="text-quiet text-sm">
            {count > 1 && "last "}
            <RelativeTime at={newest} now={now} />
          </span>
        )}
      </p>
      {shownCauses(error).map((cause) => (
        <div key={cause.summary}>
          <p>
            {cause.times && <span className="text-quiet tabular-nums">{cause.times} </span>}
            <Prose text={cause.summary} /> <ExplainLink requestId={cause.newest.requestId} />
          </p>
          <p className="text-quiet">
            <Prose text={cause.advice} />
          </p>
        </div>
      ))}
      <Paths error={error} />
    </li>
  );
}

const SHOWN_PATHS = 3;

/** Shows counts only if every request is kept: sampled ones would seem to contradict the number of the code. */
function Paths({ error: { paths, count } }: { error: ErrorsOfCode }) {
  const isWhole = paths.reduce((sum, path) => sum + path.count, 0) === count;
  const more = paths.length - SHOWN_PATHS;
  return (
    <div className="text-quiet text-xs empty:hidden">
      {paths.slice(0, SHOWN_PATHS).map(({ method, pathTemplate, count: ofPath }) => (
        <p key={`${method} ${pathTemplate}`}>
          <code className="[overflow-wrap:anywhere]">
            {method} {pathTemplate}
          </code>
          {isWhole && paths.length > 1 && ` · ${inDigits(ofPath)}`}
        </p>
      ))}
      {more > 0 && <p>and {more} more</p>}
    </div>
  );
}
