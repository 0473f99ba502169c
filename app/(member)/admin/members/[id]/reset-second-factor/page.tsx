/** The confirm page for resetting the second factor of a member who has lost their phone. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedForm } from "@/components/asking/asked-form";
import { AskingPage } from "@/components/asking/asking-page";
import { Notice } from "@/components/ui/notice";
import { whyNotReset } from "@/lib/members/reset-second-factor";
import { hasSecondFactor } from "@/lib/store/people/second-factors";
import { resetSecondFactorByForm } from "../../member-actions";
import { type MemberParams, openMember } from "../open-member";
import { whatResettingDoes } from "./what-resets";

export const metadata: Metadata = { title: "Reset second factor" };

export default async function ResetSecondFactorPage({ params }: MemberParams) {
  const { member, href, signedIn, page } = await openMember(params);
  const { id, name, email, kind, invited } = member;
  if (kind !== "person" || invited !== null || !(await hasSecondFactor({ email }))) redirect(href);
  const hindrance = await whyNotReset(member, signedIn.member);
  return (
    <AskingPage
      title={
        <>
          Reset the second factor of <bdi>{name}</bdi>?
        </>
      }
      description={<p className="[overflow-wrap:anywhere]">{email}</p>}
      back={{ href, label: name }}
    >
      {hindrance !== null ? (
        <Notice tone="warn">{hindrance}</Notice>
      ) : (
        <>
          <p>{whatResettingDoes(name)}</p>
          <AskedForm page={page} action={resetSecondFactorByForm} confirmLabel="Reset second factor" cancelHref={href}>
            <input type="hidden" name="member" value={id} />
          </AskedForm>
        </>
      )}
    </AskingPage>
  );
}
