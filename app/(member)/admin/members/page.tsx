/** The members of the organisation, for administrators: who they are, what stands in their name, and whether they are active. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { listMembers } from "@/lib/members/members";
import { requireAdministrator } from "@/lib/session/visitor";
import { MembersTable } from "./members-table";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const signedIn = await requireAdministrator();
  const members = await listMembers(signedIn.organization.id);
  const active = members.filter((each) => each.active).length;
  return (
    <>
      <PageHeader
        title="Members"
        description={`${active} of ${members.length} are active. Members and their roles come from the organisation’s file; whether they are active is decided here or there.`}
      />
      <MembersTable members={members} signedIn={signedIn} now={new Date()} />
    </>
  );
}
