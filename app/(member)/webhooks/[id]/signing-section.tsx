import { ChevronRight, RefreshCw } from "lucide-react";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Fact } from "@/components/ui/text/fact";
import { RelativeTime } from "@/components/ui/time/time";
import { VerificationCode } from "../verification-code";
import type { OpenedWebhook } from "./open-webhook";

export function SigningSection({ opened: { view, row, now }, canAct }: { opened: OpenedWebhook; canAct: boolean }) {
  const { id, publicKey } = view;
  return (
    <Card
      title="Signing"
      description="Each delivery is signed, as Standard Webhooks describes it. A secret is shown once, when it is created."
      actions={
        canAct && (
          <LinkButton icon={RefreshCw} href={`/webhooks/${id}/rotate`}>
            Rotate secret
          </LinkButton>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact name="Signing secrets">
            {row.formerUntil === null ? (
              "1 active"
            ) : (
              <>
                2 active. The older one ends{" "}
                <RelativeTime at={row.formerUntil} now={now} className="underline decoration-line underline-offset-4" />
              </>
            )}
          </Fact>
          <Fact name="Public key, for v1a">
            {publicKey === null ? (
              "The keys cannot be read. Rotate the secret to get new ones."
            ) : (
              <>
                <code className="mr-2 text-xs">{publicKey}</code>
                <CopyButton text={publicKey} aria-label="Copy the public key" look="quiet" />
              </>
            )}
          </Fact>
        </dl>
        <details className="group min-w-0">
          <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded text-accent text-sm hover:underline [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
            Code that verifies deliveries
          </summary>
          <div className="mt-2">
            <VerificationCode id="page" />
          </div>
        </details>
      </div>
    </Card>
  );
}
