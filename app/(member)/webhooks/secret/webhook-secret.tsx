"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ActForm } from "@/components/session/act-form";
import { SecretText } from "@/components/tokens/secret-text";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { type HowClosed, OnceDialog } from "@/components/ui/dialog/once-dialog";
import { withNames } from "@/components/ui/text/with-names";
import type { PageMember } from "@/lib/session/visitor";
import { type NewKeys, testAction } from "../actions";
import { GuideLink } from "../guide-link";

type WebhookSecretProps = {
  page: PageMember;
  keys: NewKeys;
  verification: ReactNode;
  children?: ReactNode;
};

const PREFIX_LENGTH = "whsec_".length;

export function WebhookSecret({ page, keys, verification, children }: WebhookSecretProps) {
  const router = useRouter();
  const [revealed, setRevealed] = useState(false);
  const [copied, setCopied] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const { id, name, signingSecret, publicKey } = keys;
  const close = (how: HowClosed) => {
    setClosed(true);
    if (how === "closed") router.replace(`/webhooks/${id}`);
  };
  if (isClosed) return null;
  return (
    <OnceDialog
      size="large"
      title="Copy your signing secret now"
      description={withNames`Deliveries of “${name}” are signed with it. It is shown only now.`}
      isCopied={copied}
      what="the secret"
      pronoun="it"
      doneLabel="Done, go to the webhook"
      loss="The secret has not been copied and cannot be shown again. You would have to rotate it to get a new one."
      onClose={close}
    >
      <SecretText
        text={signingSecret}
        what="secret"
        visible={PREFIX_LENGTH}
        revealed={revealed}
        onReveal={setRevealed}
        onCopied={() => setCopied(true)}
      />
      {children}
      <section aria-labelledby="test-it" className="grid min-w-0 gap-2 border-line border-t pt-4">
        <h3 id="test-it" className="font-medium text-sm">
          Test it
        </h3>
        <p className="text-quiet text-sm">
          Give your receiver the secret as <code>WEBHOOK_SECRET</code>, then send it a signed delivery without changes.{" "}
          <GuideLink />
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            text={`WEBHOOK_SECRET=${signingSecret}`}
            label="Copy .env line"
            size="normal"
            onCopied={() => setCopied(true)}
          />
          <ActForm page={page} action={testAction} fields={{ webhook: id }}>
            Send a test
          </ActForm>
        </div>
      </section>
      <section aria-labelledby="verify-it" className="grid min-w-0 gap-2 border-line border-t pt-4">
        <h3 id="verify-it" className="font-medium text-sm">
          Verify deliveries
        </h3>
        {verification}
        <p className="text-quiet text-sm [overflow-wrap:anywhere]">
          Or verify <code>v1a</code> with the public key, which is no secret:{" "}
          <code className="text-xs">{publicKey}</code>
        </p>
      </section>
    </OnceDialog>
  );
}
