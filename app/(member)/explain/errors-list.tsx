/** Errors by cause, each with its most frequent reasons, and links to the requests behind the numbers. */
import Link from "next/link";
import { counted, inDigits } from "@/components/ui/text/digits";
import { InlineLink } from "@/components/ui/text/inline-link";
import { Prose } from "@/components/ui/text/prose";
import { StatusText } from "@/components/ui/text/status-text";
import { RelativeTime } from "@/components/ui/time/time";
import type { UsagePeriod } from "@/lib/call-log/usage";
import type { CausesOfCode, ErrorsOfCode } from "@/lib/explanation/error-causes";
import { addressOf } from "@/lib/session/page-address";
import { REQUEST_LOG } from "../requests/requests-address";

/** `paths`: only on the page of a token, whose errors are shown with what to do about them. */
type ShownError = CausesOfCode & { status: number; code: string; count: number; paths?: ErrorsOfCode["paths"] };

/** `all`: of every cause. `search`: the part of the log in which the errors are. */
type ErrorsListProps = {
  errors: readonly ShownError[];
  all: number;
  search: { tokenId?: string; period: UsagePeriod };
  now: Date;
};

export function ErrorsList({ errors, all, search, now }: ErrorsListProps) {
  const others = all - errors.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <ul className="divide-y divide-line">
        {errors.map((error) => (
          <ErrorRow
            key={error.code}
            error={error}
            logHref={addressOf(REQUEST_LOG, { ...search, code: error.code })}
            now={now}
          />
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-3 text-quiet text-sm">
          {inDigits(others)} more with other causes.{" "}
          <InlineLink href={addressOf(REQUEST_LOG, search)} prefetch={false}>
            Open the request log
          </InlineLink>
        </p>
      )}
    </>
  );
}

const SHOWN = 3;

function ErrorRow({ error, logHref, now }: { error: ShownError; logHref: string; now: Date }) {
  const { status, code, count, causes, represented, paths } = error;
  const [newest] = causes.map((cause) => cause.newest.at).sort((one, other) => other.getTime() - one.getTime());
  // Only if every request is stored: sampled ones would seem to contradict the number of the code.
  const isCounted = causes.length > 1 && represented === count;
  return (
    <li className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <StatusText status={status} code={code} />
        <Link href={logHref} prefetch={false} className="inline-block min-h-6 text-accent tabular-nums hover:underline">
          {counted(count, "request")}
          <span className="sr-only"> with {code}</span>
        </Link>
        {newest && (
          <span className="text-quiet">
            {count > 1 && "last "}
            <RelativeTime at={newest} now={now} />
          </span>
        )}
      </p>
      {causes.slice(0, SHOWN).map((cause) => (
        <div key={cause.summary} className="[overflow-wrap:anywhere]">
          <p>
            {isCounted && <span className="text-quiet tabular-nums">{inDigits(cause.count)} × </span>}
            <Prose text={cause.summary} /> <ExplainLink requestId={cause.newest.requestId} />
          </p>
          {paths && (
            <p className="text-quiet">
              <Prose text={cause.advice} />
            </p>
          )}
        </div>
      ))}
      {paths && <Paths paths={paths} count={count} />}
    </li>
  );
}

function ExplainLink({ requestId }: { requestId: string }) {
  return (
    <InlineLink href={`/explain?request=${encodeURIComponent(requestId)}`} prefetch={false}>
      Explain<span className="sr-only"> the request {requestId}</span>
    </InlineLink>
  );
}

function Paths({ paths, count }: { paths: ErrorsOfCode["paths"]; count: number }) {
  const isWhole = paths.reduce((sum, path) => sum + path.count, 0) === count;
  const more = paths.length - SHOWN;
  return (
    <div className="text-quiet text-xs empty:hidden">
      {paths.slice(0, SHOWN).map(({ method, pathTemplate, count: ofPath }) => (
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
