import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { whyNotReset } from "@/lib/members/reset-second-factor";
import { hasSecondFactor } from "@/lib/store/people/second-factors";
import { resetOf } from "../confirmations";
import { type MemberParams, openMember } from "../open-member";

export const metadata: Metadata = { title: "Reset second factor" };

export default async function ResetSecondFactorPage({ params }: MemberParams) {
  const { member, href, signedIn, page } = await openMember(params);
  const { name, email, kind, invited } = member;
  if (kind !== "person" || invited !== null || !(await hasSecondFactor({ email }))) redirect(href);
  return (
    <ConfirmPage
      {...resetOf(member)}
      page={page}
      back={{ href, label: name }}
      disabledReason={await whyNotReset(member, signedIn.member)}
    />
  );
}
