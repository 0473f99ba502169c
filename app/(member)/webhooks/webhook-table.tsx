import Link from "next/link";
import { Cell, Row, RowHeader, rowLinkClass, Table } from "@/components/ui/table";
import { Breakable } from "@/components/ui/text/breakable";
import { RelativeTime } from "@/components/ui/time/time";
import { shownTarget } from "@/lib/http/outbound-target";
import type { ListedWebhook } from "@/lib/webhooks/of-member";
import { WebhookBadge } from "./webhook-badge";
import { formatLag, formatOutcome } from "./webhook-words";

type WebhookTableProps = {
  webhooks: readonly ListedWebhook[];
  now: Date;
  /** Tokens of other owners are shown with their owner. */
  viewerId: string;
  /** All are of one token, which needs no column. */
  ofToken?: boolean;
};

export function WebhookTable({ webhooks, now, viewerId, ofToken = false }: WebhookTableProps) {
  const columns = ["Webhook", ...(ofToken ? [] : ["Token"]), "Entity", "Backlog", "Last attempt"];
  return (
    <Table caption="Webhooks, oldest first" columns={columns}>
      {webhooks.map((webhook) => (
        <Row key={webhook.id}>
          <RowHeader className="@table:w-2/5">
            <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link href={`/webhooks/${webhook.id}`} className={rowLinkClass}>
                <bdi>{webhook.name}</bdi>
              </Link>
              <WebhookBadge webhook={webhook} />
            </span>
            <code className="block text-quiet text-xs [overflow-wrap:anywhere]">
              <Breakable text={shownTarget(webhook.url)} />
            </code>
          </RowHeader>
          {!ofToken && (
            <Cell label="Token" className="[overflow-wrap:anywhere]">
              <Link
                href={`/tokens/${webhook.token.id}`}
                prefetch={false}
                className="inline-block min-h-6 hover:underline"
              >
                <bdi>{webhook.token.name}</bdi>
              </Link>
              {webhook.token.owner.id !== viewerId && (
                <span className="block text-quiet text-xs">
                  <bdi>{webhook.token.owner.name}</bdi>
                </span>
              )}
            </Cell>
          )}
          <Cell label="Entity" className="[overflow-wrap:anywhere]">
            <code className="text-[0.8125rem]">{webhook.entityKey}</code>
          </Cell>
          <Cell label="Backlog">
            <Backlog webhook={webhook} />
          </Cell>
          <Cell label="Last attempt">
            <LastAttempt webhook={webhook} now={now} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Backlog({ webhook: { lag } }: { webhook: ListedWebhook }) {
  const text = formatLag(lag);
  if (text === null) return <span className="text-quiet">Not known</span>;
  return lag?.changes === 0 ? <span className="text-quiet">{text}</span> : text;
}

function LastAttempt({ webhook: { lastAttempt }, now }: { webhook: ListedWebhook; now: Date }) {
  if (lastAttempt === null) return <span className="text-quiet">None yet</span>;
  return (
    <>
      <RelativeTime at={new Date(lastAttempt.at)} now={now} />
      <span className="block text-quiet text-xs">{formatOutcome(lastAttempt)}</span>
    </>
  );
}
