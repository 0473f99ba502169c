import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/text/fact";
import { RelativeTime } from "@/components/ui/time/time";
import { formatLag, formatOutcome, formatSent, formatStatus } from "../webhook-words";
import type { OpenedWebhook } from "./open-webhook";

export function WebhookFacts({ opened: { view, token, viewerId, now } }: { opened: OpenedWebhook }) {
  const { entityKey, lag, lastAttempt, nextAttempt, created } = view;
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-4">
        <Fact name="Token">
          <Link
            href={`/tokens/${token.token.id}`}
            className="inline-block min-h-6 underline decoration-line underline-offset-4 hover:decoration-current"
          >
            <bdi>{token.token.name}</bdi>
          </Link>
          {token.owner.id !== viewerId && (
            <span className="block text-quiet text-sm">
              of <bdi>{token.owner.name}</bdi>
            </span>
          )}
        </Fact>
        <Fact name="Entity">
          <code className="text-sm">{entityKey}</code>
        </Fact>
        <Fact name="Sends">{formatSent(view)}</Fact>
        <Fact name="Backlog">{formatLag(lag) ?? "Not known"}</Fact>
        <Fact name="Last attempt">
          {lastAttempt === null ? (
            "None yet"
          ) : (
            <>
              <RelativeTime at={new Date(lastAttempt.at)} now={now} />
              <span className="block text-quiet text-sm">{formatOutcome(lastAttempt)}</span>
            </>
          )}
        </Fact>
        <Fact name="Status">
          <span role="status">{formatStatus(view)}</span>
          {nextAttempt !== null && (
            <span className="block text-quiet text-sm">
              Next attempt <RelativeTime at={new Date(nextAttempt)} now={now} />
            </span>
          )}
        </Fact>
        <Fact name="Created">
          <RelativeTime at={new Date(created)} now={now} />
        </Fact>
      </dl>
    </Card>
  );
}
