/** Why a delivery did not come, or when it did; and how its webhook is. */
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/text/fact";
import { ExactTime, RelativeTime } from "@/components/ui/time/time";
import type { ExplainedDelivery } from "@/lib/explanation/delivery";
import { env } from "@/lib/process/env";
import { WebhookBadge } from "../webhooks/webhook-badge";
import { describeTrouble, formatAttempt, formatLag } from "../webhooks/webhook-words";

export function DeliveryOutcome({ explained: { webhook, attempts } }: { explained: ExplainedDelivery }) {
  const { view } = webhook;
  const trouble = describeTrouble(view, env().CHANGES_RETENTION_DAYS);
  const [last] = attempts ?? [];
  const isDelivered = last?.outcome === "delivered";
  return (
    <Card>
      <div className="mb-2 empty:hidden">
        <WebhookBadge webhook={view} />
      </div>
      <h2 className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
        {titleOf(attempts, trouble?.title)}
      </h2>
      {last && (
        <p className="mt-1">
          <ExactTime at={last.at} />: {formatAttempt(last)}.
        </p>
      )}
      {!isDelivered && (
        <p className="mt-2 [overflow-wrap:anywhere]">
          <span className="font-medium">What to do: </span>
          {trouble === null
            ? NOTHING_WRONG
            : attempts === null
              ? trouble.advice
              : `${trouble.title}. ${trouble.advice}`}
        </p>
      )}
    </Card>
  );
}

const NOTHING_WRONG =
  "Nothing is wrong here. A change that the token cannot see is not sent: compare with the list of records, read with the same token. Several changes of one record can come as one.";

function titleOf(attempts: ExplainedDelivery["attempts"], trouble: string | undefined): string {
  if (attempts === null || attempts.length === 0) return trouble ?? "This webhook delivers";
  const count = attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
  if (attempts[0]?.outcome === "delivered") return `Delivered, after ${count}`;
  return trouble === undefined ? `Not accepted, after ${count}` : `Not delivered yet, after ${count}`;
}

export function ExplainedWebhook({ explained: { webhook }, now }: { explained: ExplainedDelivery; now: Date }) {
  const { view, token } = webhook;
  const { id, name, entityKey, lag, nextAttempt } = view;
  return (
    <Card title="The webhook">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="Webhook">
          <Link href={`/webhooks/${id}`} className="inline-block min-h-6 text-accent hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </Fact>
        <Fact name="Token">
          <Link href={`/tokens/${token.token.id}`} className="inline-block min-h-6 text-accent hover:underline">
            <bdi>{token.token.name}</bdi>
          </Link>
        </Fact>
        <Fact name="Entity">
          <code className="text-sm">{entityKey}</code>
        </Fact>
        <Fact name="Backlog">{formatLag(lag) ?? "Not known"}</Fact>
        {nextAttempt !== null && (
          <Fact name="Next attempt">
            <RelativeTime at={new Date(nextAttempt)} now={now} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}
