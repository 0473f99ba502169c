/** The confirm page for withdrawing an invitation. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedForm } from "@/components/asking/asked-form";
import { AskingPage } from "@/components/asking/asking-page";
import { withdrawByForm } from "../../member-actions";
import { type MemberParams, openMember } from "../open-member";
import { whatWithdrawingDoes } from "./what-withdraws";

export const metadata: Metadata = { title: "Withdraw invitation" };

export default async function WithdrawPage({ params }: MemberParams) {
  const { member, href, page } = await openMember(params);
  const { id, name, email, invited } = member;
  if (invited === null) redirect(href);
  return (
    <AskingPage
      title={
        <>
          Withdraw the invitation of <bdi>{name}</bdi>?
        </>
      }
      description={<p className="[overflow-wrap:anywhere]">{email}</p>}
      back={{ href, label: name }}
    >
      <p>{whatWithdrawingDoes(name)}</p>
      <AskedForm page={page} action={withdrawByForm} confirmLabel="Withdraw invitation" cancelHref={href}>
        <input type="hidden" name="member" value={id} />
      </AskedForm>
    </AskingPage>
  );
}
