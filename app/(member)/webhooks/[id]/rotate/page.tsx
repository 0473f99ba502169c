/** Gives a webhook a new secret. Only for those who manage its token, because no one else can ever see the secret. */
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/time/time";
import { VerificationCode } from "../../verification-code";
import { openManagedWebhook } from "../open-webhook";
import { RotateForm } from "./rotate-form";

export const metadata = { title: "Rotate the secret of a webhook" };

export default async function RotateWebhookPage({ params }: PageProps<"/webhooks/[id]/rotate">) {
  const { view, row, page, now } = await openManagedWebhook(params);
  const { id, name } = view;
  return (
    <>
      <PageHeader
        title="Rotate secret"
        back={{ href: `/webhooks/${id}`, label: name }}
        description="For 24 hours deliveries are signed with both secrets, so that you can replace the secret in your receiver at any time."
      />
      <div className="grid max-w-xl grid-cols-1 gap-4">
        {row.formerUntil !== null && (
          <Notice tone="warn" title="It was rotated within the last 24 hours">
            Both secrets sign until <RelativeTime at={row.formerUntil} now={now} />. If you rotate again, the older one
            of them stops now.
          </Notice>
        )}
        <RotateForm page={page} id={id} verification={<VerificationCode id="rotated" />} />
      </div>
    </>
  );
}
