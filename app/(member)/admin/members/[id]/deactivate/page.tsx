/** The confirm page for deactivating a member. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedForm } from "@/components/asking/asked-form";
import { AskingPage } from "@/components/asking/asking-page";
import { Notice } from "@/components/ui/notice";
import { tokensThatStop, whyNotDeactivate } from "@/lib/members/members";
import { deactivateByForm } from "../../actions";
import { StoppingTokens, whatDeactivatingDoes } from "../../stopping-tokens";
import { type MemberParams, openMember } from "../open-member";

export const metadata: Metadata = { title: "Deactivate member" };

export default async function DeactivatePage({ params }: MemberParams) {
  const { member, href, signedIn, page } = await openMember(params);
  const { id, name, email, active, invited } = member;
  if (!active || invited !== null) redirect(href);
  const hindrance = whyNotDeactivate(member, signedIn.member);
  const tokens = await tokensThatStop(member);
  return (
    <AskingPage
      title={
        <>
          Deactivate <bdi>{name}</bdi>?
        </>
      }
      description={<p className="[overflow-wrap:anywhere]">{whatDeactivatingDoes(name, email)}</p>}
      back={{ href, label: name }}
    >
      {hindrance !== null ? (
        <Notice tone="warn">{hindrance}</Notice>
      ) : (
        <>
          <StoppingTokens
            tokens={tokens.map(({ id: tokenId, name: of, hint, lastUsed }) => ({
              id: tokenId,
              name: of,
              hint,
              lastUsed: lastUsed?.toISOString() ?? null,
            }))}
            handOverHref={`${href}/hand-over`}
          />
          <AskedForm page={page} action={deactivateByForm} confirmLabel="Deactivate member" cancelHref={href}>
            <input type="hidden" name="member" value={id} />
          </AskedForm>
        </>
      )}
    </AskingPage>
  );
}
