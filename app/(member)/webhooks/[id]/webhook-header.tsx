import { CirclePause, CirclePlay, Pencil, Send, Trash2 } from "lucide-react";
import { ActLink } from "@/components/confirm/act-link";
import { ActForm } from "@/components/session/act-form";
import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import { Breakable } from "@/components/ui/text/breakable";
import { shownTarget } from "@/lib/http/outbound";
import { pauseAction, testAction } from "../actions";
import { WebhookBadge } from "../webhook-badge";
import { listOf, WEBHOOK_LISTS } from "../webhook-words";
import type { OpenedWebhook } from "./open-webhook";

/** `canAct`: the viewer manages the webhook, and its token works. */
type WebhookHeaderProps = { opened: OpenedWebhook; canAct: boolean };

export function WebhookHeader({ opened: { view, row, page, isManaged }, canAct }: WebhookHeaderProps) {
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
