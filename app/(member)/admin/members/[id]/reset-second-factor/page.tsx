/** The confirm page for resetting the second factor of a member who has lost their phone. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { whyNotReset } from "@/lib/members/reset-second-factor";
import { hasSecondFactor } from "@/lib/store/people/second-factors";
import { type MemberParams, openMember } from "../open-member";
import { resetOf } from "./reset";

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
