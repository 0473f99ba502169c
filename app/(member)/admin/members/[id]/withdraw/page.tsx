import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { withdrawalOf } from "../confirmations";
import { type MemberParams, openMember } from "../open-member";

export const metadata: Metadata = { title: "Withdraw invitation" };

export default async function WithdrawPage({ params }: MemberParams) {
  const { member, href, page } = await openMember(params);
  if (member.invited === null) redirect(href);
  return <ConfirmPage {...withdrawalOf(member)} page={page} back={{ href, label: member.name }} />;
}
