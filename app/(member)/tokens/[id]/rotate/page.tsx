/** Gives a token another secret. Only for those who manage the token, because no one else can ever see a secret. */
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { withNames } from "@/components/ui/text/with-names";
import { publicOrigin } from "@/lib/http/origin";
import { readerZone } from "@/lib/session/reader-zone";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { isRotatable } from "@/lib/tokens/status";
import { firstEntityOf, openManagedToken } from "../open-token";
import { expiryChoices, overlapChoices } from "./choices";
import { RotateForm } from "./rotate-form";

export const metadata = { title: "Rotate token" };

export default async function RotatePage({ params }: PageProps<"/tokens/[id]/rotate">) {
  const { detail, tokenPolicy, page, now } = await openManagedToken(params);
  const { token } = detail;
  return (
    <>
      <PageHeader
        title={withNames`Rotate “${token.name}”`}
        back={{ href: `/tokens/${token.id}`, label: token.name }}
        description="A new secret with the same name, purpose, access and limits. Keep the old secret working while you deploy the new one."
      />
      <RotateForm
        token={{ id: token.id, name: token.name, hint: token.hint }}
        page={page}
        obstacle={<Obstacle detail={detail} />}
        isOpen={isRotatable(token)}
        overlaps={overlapChoices(token.expires, now, readerZone())}
        expiries={expiryChoices(token.expires, tokenPolicy, now, readerZone())}
        origin={publicOrigin()}
        firstEntity={firstEntityOf(detail)}
      />
    </>
  );
}

function Obstacle({ detail: { token, replacedBy } }: { detail: TokenDetail }) {
  if (replacedBy !== null) {
    return (
      <Notice tone="warn" title="This token has been rotated already">
        <Link href={`/tokens/${replacedBy.token.id}`} className="inline-block min-h-6 text-accent underline">
          {replacedBy.token.hint}
        </Link>{" "}
        has replaced it. If you do not have its secret, rotate that token.
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={`This token is ${token.status}`}>
      Only active tokens can be rotated.{" "}
      <Link href="/tokens/new" className="inline-block min-h-6 text-accent underline">
        Create a new one
      </Link>{" "}
      instead.
    </Notice>
  );
}
