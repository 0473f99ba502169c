import { KeyRound } from "lucide-react";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ButtonForKeys } from "@/components/ui/controls/form-on-change";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { GuideLink } from "../guide-link";
import { VerificationCode } from "../verification-code";
import { WebhookForm } from "../webhook-form";
import { PAYLOAD_CHOICES } from "../webhook-words";
import { loadNew } from "./load-new";
import { TargetForm } from "./target-form";

export const metadata = { title: "New webhook" };

export default async function NewWebhookPage({ searchParams }: PageProps<"/webhooks/new">) {
  const signedIn = await requireMember();
  const { token, entity } = await searchParams;
  const offered = await loadNew(signedIn.member, { token: [token].flat()[0], entity: [entity].flat()[0] });
  return (
    <>
      <PageHeader
        title="New webhook"
        description={
          <>
            Sends changes from now on. To copy existing records, list them once first. <GuideLink />
          </>
        }
        back={{ href: "/webhooks", label: "Webhooks" }}
      />
      {offered === null ? (
        <NoToken />
      ) : (
        <div className="grid max-w-3xl grid-cols-1 gap-6">
          <Card title="Source" description="Deliveries contain only what the token can read at that time.">
            <TargetForm>
              <SelectField label="Token" name="token" defaultValue={offered.tokenId} options={offered.tokens} />
              <SelectField
                // Another token has other entities.
                key={offered.tokenId}
                label="Entity"
                name="entity"
                defaultValue={offered.entityKey}
                options={offered.entities}
              />
              <ButtonForKeys>Choose</ButtonForKeys>
            </TargetForm>
          </Card>
          <WebhookForm
            key={signedIn.member.id}
            page={pageMemberOf(signedIn)}
            target={{ form: offered.formId, token: offered.tokenId, entity: offered.entityKey }}
            existing={null}
            choices={offered.fields}
            payloads={PAYLOAD_CHOICES}
            verification={<VerificationCode id="new" />}
          />
        </div>
      )}
    </>
  );
}

function NoToken() {
  return (
    <EmptyState
      icon={KeyRound}
      title="Create a token first"
      actions={
        <LinkButton href="/tokens/new" look="primary">
          New token
        </LinkButton>
      }
    >
      <p>
        A webhook sends what one of your tokens can see. It needs a token with <code>list</code> on an entity; one that
        can only read is enough.
      </p>
    </EmptyState>
  );
}
