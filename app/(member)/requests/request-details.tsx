import Link from "next/link";
import { LinkButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Breakable } from "@/components/ui/text/breakable";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Fact } from "@/components/ui/text/fact";
import { ExactTime } from "@/components/ui/time/time";
import { inDigits } from "@/components/usage/chart-words";
import type { LoggedRequest } from "@/lib/call-log/requests";
import { durationText } from "./duration-text";

export function RequestDetails({ request }: { request: LoggedRequest }) {
  const { requestId, at, method, pathTemplate, status, code, token, milliseconds, address, userAgent } = request;
  return (
    <div className="grid gap-4 py-1">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-3">
        <Fact name="Request ID">
          <code className="mr-2 text-xs">{requestId}</code>
          <CopyButton text={requestId} label="Copy" />
        </Fact>
        <Fact name="Request">
          <code className="text-xs">
            <Breakable text={`${method} ${pathTemplate}`} />
          </code>
        </Fact>
        <Fact name="Response">
          {status} {code && <ErrorCode code={code} />}
          {milliseconds !== null && ` in ${durationText(milliseconds)}`}
        </Fact>
        <Fact name="Time">
          <ExactTime at={at} />
        </Fact>
        <Fact name="IP address">
          <code className="text-xs">{address}</code>
        </Fact>
        <Fact name="User agent">{userAgent ?? <span className="text-quiet">Not sent</span>}</Fact>
        <Fact name="Token">
          <Link href={`/tokens/${token.id}`} prefetch={false} className="text-accent underline underline-offset-2">
            <bdi>{token.name}</bdi>
          </Link>{" "}
          <span className="text-quiet">
            of <bdi>{token.ownerName}</bdi>
          </span>
        </Fact>
        <Limit request={request} />
      </dl>
      <div>
        <LinkButton size="small" href={`/explain?request=${encodeURIComponent(requestId)}`} prefetch={false}>
          Explain<span className="sr-only"> the request {requestId}</span>
        </LinkButton>
      </div>
    </div>
  );
}

function Limit({ request: { limitPerMinute, oneOf } }: { request: LoggedRequest }) {
  return (
    <>
      {limitPerMinute !== null && (
        <Fact name="Rate limit at that time">{inDigits(limitPerMinute)} requests per minute</Fact>
      )}
      {oneOf > 1 && (
        <Fact name="Sampled">1 of {inDigits(oneOf)} requests of this kind was kept, because the hour was busy.</Fact>
      )}
    </>
  );
}
