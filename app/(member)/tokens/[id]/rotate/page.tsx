/** Gives a token another secret. For its owner alone: nobody else may ever see one. */
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { env } from "@/lib/env";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { findTokenDetail, type TokenDetail } from "@/lib/tokens/detail";
import { ownTokens } from "@/lib/tokens/range";
import { isRotatable } from "@/lib/tokens/status";
import * as input from "../action-input";
import { expiryChoices } from "./expiry-choices";
import { overlapChoices } from "./overlap-choices";
import { RotateForm } from "./rotate-form";

export const metadata: Metadata = { title: "Rotate token" };

export default async function RotatePage({ params }: { params: Promise<{ id: string }> }) {
  const { member, organization } = await requireMember();
  const { id } = await params;
  const now = new Date();
  const detail = input.tokenId.safeParse(id).success
    ? await findTokenDetail({ tokenId: id, range: ownTokens(member) }, now)
    : null;
  if (detail === null) notFound();
  const { token, access } = detail;
  const { tokenPolicy } = await loadCurrentConfiguration(member.organizationId);
  const listable = access.find(({ verbs }) => verbs.list.effective);
  return (
    <>
      <PageHeader
        title={
          <>
            Rotate “<bdi>{token.name}</bdi>”
          </>
        }
        back={{ href: `/tokens/${id}`, label: token.name }}
        description="A new secret with the same name, purpose and access. The old one can go on for a while, so that nothing stops in between."
      />
      <RotateForm
        token={{ id, name: token.name, hint: token.hint }}
        page={pageMemberOf({ member, organization })}
        obstacle={<Obstacle detail={detail} />}
        isOpen={isRotatable(token)}
        overlaps={overlapChoices(token.expires, now)}
        expiries={expiryChoices(token.expires, tokenPolicy, now)}
        origin={new URL(env().APP_URL).origin}
        firstEntity={listable ? { key: listable.entityKey, pluralLabel: listable.pluralLabel } : null}
      />
    </>
  );
}

function Obstacle({ detail: { token, replacedBy } }: { detail: TokenDetail }) {
  if (replacedBy !== null) {
    return (
      <Notice tone="warn" title="This token has been rotated already">
        <Link href={`/tokens/${replacedBy.id}`} className="inline-block min-h-6 text-accent underline">
          {replacedBy.hint}
        </Link>{" "}
        was made in its place. Rotate that one, if its secret did not arrive.
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={`This token is ${token.status}`}>
      Only a token that works can be rotated.{" "}
      <Link href="/tokens/new" className="inline-block min-h-6 text-accent underline">
        Make a new one
      </Link>{" "}
      instead.
    </Notice>
  );
}
