import { Webhook } from "lucide-react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { requireAdministrator } from "@/lib/session/visitor";
import { listWebhooksOf } from "@/lib/webhooks/of-member";
import { WebhookTable } from "../../webhooks/webhook-table";

export const metadata = { title: "All webhooks" };

const REFRESH_SECONDS = 10;

export default async function AllWebhooksPage() {
  const { member, organization } = await requireAdministrator();
  const webhooks = await listWebhooksOf({ organizationId: member.organizationId });
  return (
    <>
      <PageHeader
        title="All webhooks"
        description={`Every webhook in ${organization.name}. You can pause, resume and delete them, but not see their secrets or change their URLs.`}
      />
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title="No webhooks yet">
          <p>Members create their own under Webhooks.</p>
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
