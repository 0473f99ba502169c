import { Code, CodeCard } from "@/components/code/code-card";
import { StatusCode } from "@/components/code/status-code";
import { Notice } from "@/components/ui/notice";
import { Prose } from "@/components/ui/text/prose";
import type { ActionRefusal } from "@/lib/session/action";
import type { tryAction } from "../actions";

export type TriedOutcome = Exclude<Awaited<ReturnType<typeof tryAction>>, ActionRefusal>;

/** Rendered from the start, so that screen readers announce changes. */
export function TriedResponse({ outcome }: { outcome: TriedOutcome | null }) {
  return (
    <>
      <p role="status" className="text-sm empty:hidden">
        {outcome && <Summary {...outcome.response} />}
      </p>
      {outcome && <Details {...outcome} />}
    </>
  );
}

function Summary({ status, headers, milliseconds }: TriedOutcome["response"]) {
  const isDryRun = headers.some(([name]) => name === "x-dry-run");
  return (
    <span className="flex flex-wrap items-center gap-2">
      <StatusCode status={status} />{" "}
      <span>
        {wordOf(status)} in {milliseconds} ms{isDryRun && ". A dry run: nothing was written"}.
      </span>
    </span>
  );
}

function wordOf(status: number): string {
  if (status < 400) return "Accepted";
  return status < 500 ? "Refused" : "Failed";
}

function Details({ response: { headers, body, isCut }, cause }: TriedOutcome) {
  return (
    <>
      {cause && (
        <Notice tone="warn" className="[overflow-wrap:anywhere]">
          <p className="font-medium">
            <Prose text={cause.text} />
          </p>
          <p>
            <Prose text={cause.advice} />
          </p>
        </Notice>
      )}
      {body !== null && (
        <CodeCard head={<span className="font-medium">Response</span>} copyLabel="Copy the response">
          <Code label="The response" language="json">
            {body}
          </Code>
          {isCut && (
            <p className="border-line border-t px-3.5 py-2 text-quiet text-xs">
              The response goes on; this is where it begins.
            </p>
          )}
        </CodeCard>
      )}
      <details className="text-sm">
        <summary className="min-h-6 text-quiet">Headers</summary>
        <dl className="mt-2 grid grid-cols-1 gap-1.5 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="[overflow-wrap:anywhere]">
              <dt className="inline text-quiet">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
