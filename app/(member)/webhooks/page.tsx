import { Plus, Webhook } from "lucide-react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/session/visitor";
import { listManagedWebhooks } from "@/lib/webhooks/of-member";
import { GuideLink } from "./guide-link";
import { WebhookTable } from "./webhook-table";

export const metadata = { title: "Webhooks" };

const REFRESH_SECONDS = 10;

export default async function WebhooksPage() {
  const { member } = await requireMember();
  const webhooks = await listManagedWebhooks(member);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={
          <>
            Send changes to your server as they happen, in order. <GuideLink />
          </>
        }
        actions={webhooks.length > 0 && <NewWebhook label="New webhook" />}
      />
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title="No webhooks yet" actions={<NewWebhook label="Create your first webhook" />}>
          <p>
            A webhook sends the changes of an entity to a URL of yours, signed, usually within a second. If your server
            is down, they wait for it, and nothing is lost.
          </p>
        </EmptyState>
      ) : (
        <>
          <WebhookTable webhooks={webhooks} now={new Date()} viewerId={member.id} />
          <LiveRefresh seconds={REFRESH_SECONDS} />
        </>
      )}
    </>
  );
}

function NewWebhook({ label }: { label: string }) {
  return (
    <LinkButton icon={Plus} href="/webhooks/new" look="primary">
      {label}
    </LinkButton>
  );
}
