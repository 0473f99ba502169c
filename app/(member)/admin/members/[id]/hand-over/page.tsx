/** Hands the tokens of a member over before they leave: to whom, and what becomes of each. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { tokenHint } from "@/lib/authentication/token-form";
import { listReceivers, previewHandOver } from "@/lib/members/hand-over";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { findMember } from "@/lib/store/people/members";
import { HandOverForm } from "./hand-over-form";
import { ReceiverForm, receiverOf } from "./receiver-form";

export const metadata: Metadata = { title: "Hand over tokens" };

type HandOverPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ to?: string | string[] }>;
};

export default async function HandOverPage({ params, searchParams }: HandOverPageProps) {
  const signedIn = await requireAdministrator();
  const [{ id }, { to: asked }] = [await params, await searchParams];
  const from = z.uuid().safeParse(id).success ? await findMember(signedIn.organization.id, id) : null;
  if (from === null) notFound();
  const receivers = await listReceivers(from, signedIn.member);
  const typed = [asked].flat()[0] ?? "";
  const to = receiverOf(receivers, typed);
  const previews = to === undefined ? [] : await previewHandOver(from, to);
  return (
    <>
      <PageHeader
        title={
          <>
            Hand over the tokens of <bdi>{from.name}</bdi>
          </>
        }
        back={{ href: `/admin/members/${id}`, label: from.name }}
        description="Each gets a new secret and another owner. The old secrets work on for a while, unless the member is deactivated first."
      />
      {receivers.length === 0 ? (
        <Notice tone="warn" title="There is nobody to hand over to">
          Create a service account first. Tokens of another person nobody else sees.
        </Notice>
      ) : (
        <div className="grid max-w-2xl grid-cols-1 gap-6">
          <ReceiverForm receivers={receivers} to={to} typed={typed} viewerId={signedIn.member.id} />
          {to !== undefined && (
            <HandOverForm
              page={pageMemberOf(signedIn)}
              memberId={id}
              to={{ id: to.id, name: to.name, href: to.id === signedIn.member.id ? "/tokens" : `/accounts/${to.id}` }}
              tokens={previews.flatMap(({ token, hindrance, movedTo }) =>
                movedTo === null ? [{ id: token.id, name: token.name, hint: token.hint, hindrance }] : [],
              )}
              before={previews.flatMap(({ movedTo }) =>
                movedTo === null
                  ? []
                  : [{ id: movedTo.id, name: movedTo.name, hint: tokenHint(movedTo.id), owner: movedTo.owner.name }],
              )}
            />
          )}
        </div>
      )}
    </>
  );
}
