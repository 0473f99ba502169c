import { CirclePause, CirclePlay, Pencil, Send, Trash2 } from "lucide-react";
import Link from "next/link";
import { ActLink } from "@/components/confirm/act-link";
import { LiveRefresh } from "@/components/live/live-refresh";
import { ActForm } from "@/components/session/act-form";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Breakable } from "@/components/ui/text/breakable";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Fact } from "@/components/ui/text/fact";
import { RelativeTime } from "@/components/ui/time/time";
import { shownTarget } from "@/lib/http/outbound-target";
import { env } from "@/lib/process/env";
import { listDeliveries } from "@/lib/store/webhooks/deliveries";
import { DAY_MS } from "@/lib/time/durations";
import { pauseAction, testAction } from "../actions";
import { WebhookBadge } from "../webhook-badge";
import {
  describeTrouble,
  formatLag,
  formatOutcome,
  formatSent,
  formatStatus,
  listOf,
  WEBHOOK_LISTS,
} from "../webhook-words";
import { AttemptsSection } from "./attempts-section";
import { type OpenedWebhook, openWebhook } from "./open-webhook";
import { ReplayForm } from "./replay-form";
import { SigningSection } from "./signing-section";

export const metadata = { title: "Webhook" };

const REFRESH_SECONDS = 5;
const SENDING_REFRESH_SECONDS = 2;

export default async function WebhookPage({ params }: PageProps<"/webhooks/[id]">) {
  const opened = await openWebhook(params);
  const { view, isManaged, standing } = opened;
  const keptDays = env().CHANGES_RETENTION_DAYS;
  const trouble = describeTrouble(view, keptDays);
  const attempts = await listDeliveries(view.id);
  const last = attempts.find(({ kind }) => kind !== "test");
  const canAct = isManaged && typeof standing !== "string";
  return (
    <>
      <WebhookHeader opened={opened} canAct={canAct} />
      <div className="grid grid-cols-1 gap-6">
        {trouble && (
          <Notice tone={trouble.tone} title={trouble.title}>
            {trouble.advice}
            {isManaged && last?.response && last.outcome !== "delivered" && (
              <>
                <p className="mt-2 mb-1 text-quiet">The beginning of its response:</p>
                <CodeBlock label="Response">
                  <bdi>{last.response}</bdi>
                </CodeBlock>
              </>
            )}
          </Notice>
        )}
        <WebhookFacts opened={opened} />
        <AttemptsSection
          attempts={attempts}
          replayHref={canAct ? `/webhooks/${view.id}/replay` : null}
          showsResponses={isManaged}
        />
        {canAct && <ReplaySection opened={opened} keptDays={keptDays} />}
        <SigningSection opened={opened} canAct={canAct} />
      </div>
      <LiveRefresh seconds={formatStatus(view) === "Sending" ? SENDING_REFRESH_SECONDS : REFRESH_SECONDS} />
    </>
  );
}

function ReplaySection({ opened: { view, now }, keptDays }: { opened: OpenedWebhook; keptDays: number }) {
  return (
    <Card
      title="Replay changes"
      description={`Resends every record changed since this time, in its current state. Changes are kept for ${keptDays} days.`}
    >
      <ReplayForm
        id={view.id}
        begun={minuteOf(now.getTime() - DAY_MS)}
        from={minuteOf(now.getTime() - keptDays * DAY_MS + MARGIN_MS)}
        until={minuteOf(now.getTime())}
      />
    </Card>
  );
}

/** Changes since the earliest choice are then still kept when the form is sent. */
const MARGIN_MS = 10 * 60_000;

/** The format of fields of this type, in UTC. */
function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

function WebhookFacts({ opened: { view, token, viewerId, now } }: { opened: OpenedWebhook }) {
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

/** `canAct`: the viewer manages the webhook, and its token works. */
type WebhookHeaderProps = { opened: OpenedWebhook; canAct: boolean };

function WebhookHeader({ opened: { view, row, page, isManaged }, canAct }: WebhookHeaderProps) {
  const list = listOf(isManaged);
  const isStopped = row.paused || row.disabled !== null;
  return (
    <PageHeader
      title={<bdi>{view.name}</bdi>}
      badges={<WebhookBadge webhook={view} />}
      back={{ href: list, label: WEBHOOK_LISTS[list] }}
      description={
        <code className="text-[0.8125rem]">
          <Breakable text={shownTarget(view.url)} />
        </code>
      }
      actions={
        <>
          {(isStopped || view.nextAttempt !== null) && (
            <ActForm page={page} action={pauseAction} fields={{ webhook: view.id, paused: "no" }} look="primary">
              <CirclePlay aria-hidden />
              Resume
            </ActForm>
          )}
          {canAct && (
            <ActForm page={page} action={testAction} fields={{ webhook: view.id }}>
              <Send aria-hidden />
              Send a test
            </ActForm>
          )}
          {!isStopped && (
            <ActForm page={page} action={pauseAction} fields={{ webhook: view.id, paused: "yes" }}>
              <CirclePause aria-hidden />
              Pause
            </ActForm>
          )}
          {canAct && (
            <LinkButton icon={Pencil} href={`/webhooks/${view.id}/edit`}>
              Edit
            </LinkButton>
          )}
          <ActLink icon={Trash2} href={`/webhooks/${view.id}/delete`}>
            Delete
          </ActLink>
        </>
      }
    />
  );
}
