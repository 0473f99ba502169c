import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { tokensThatStop, whyNotDeactivate } from "@/lib/members/members";
import { deactivationOf } from "../../deactivation";
import { type MemberParams, openMember } from "../open-member";

export const metadata: Metadata = { title: "Deactivate member" };

export default async function DeactivatePage({ params }: MemberParams) {
  const { member, href, signedIn, page } = await openMember(params);
  const { name, active, invited } = member;
  if (!active || invited !== null) redirect(href);
  return (
    <ConfirmPage
      {...deactivationOf(member, await tokensThatStop(member))}
      page={page}
      back={{ href, label: name }}
      disabledReason={whyNotDeactivate(member, signedIn.member)}
    />
  );
}
