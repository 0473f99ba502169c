/** The webhooks of a token, if it has any. */
import { Plus } from "lucide-react";
import { LinkButton } from "@/components/ui/controls/button";
import type { ListedWebhook } from "@/lib/webhooks/of-member";
import { WebhookTable } from "../../webhooks/webhook-table";
import type { OpenedToken } from "./open-token";

type WebhooksSectionProps = { opened: OpenedToken; webhooks: readonly ListedWebhook[] };

export function WebhooksSection({ opened: { detail, isManaged, now }, webhooks }: WebhooksSectionProps) {
  if (webhooks.length === 0) return null;
  const { token, viewer } = detail;
  return (
    <section aria-labelledby="webhooks">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="webhooks" className="font-semibold text-base">
          Webhooks
        </h2>
        {isManaged && token.state === "active" && (
          <LinkButton href={`/webhooks/new?token=${token.id}`} size="small">
            <Plus aria-hidden />
            New webhook
          </LinkButton>
        )}
      </div>
      <WebhookTable webhooks={webhooks} now={now} viewerId={viewer.id} ofToken />
    </section>
  );
}
