import { PageHeader } from "@/components/ui/page-header";
import { fieldsOf } from "../../new/load-new";
import { WebhookForm } from "../../webhook-form";
import { PAYLOAD_CHOICES } from "../../webhook-words";
import { openManagedWebhook } from "../open-webhook";

export const metadata = { title: "Edit webhook" };

export default async function EditWebhookPage({ params }: PageProps<"/webhooks/[id]/edit">) {
  const { view, standing, page } = await openManagedWebhook(params);
  const { id, versionId, name, url, payload, fields, entityKey } = view;
  const access = standing.access.entity(entityKey);
  return (
    <>
      <PageHeader
        title="Edit webhook"
        back={{ href: `/webhooks/${id}`, label: name }}
        description="Applies from the next delivery. The entity and the token stay as they are."
      />
      <div className="max-w-3xl">
        <WebhookForm
          page={page}
          target={{ webhook: id, version: versionId }}
          existing={{ id, name, url, payload, fields: fields ?? [] }}
          choices={access === null ? [] : fieldsOf(access)}
          payloads={PAYLOAD_CHOICES}
        />
      </div>
    </>
  );
}
