/** The members of the organisation, for administrators: who they are, what stands in their name, and whether they are active. */
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { listMembers } from "@/lib/members/members";
import { requireAdministrator } from "@/lib/session/visitor";
import { MembersTable } from "./members-table";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const signedIn = await requireAdministrator();
  const members = await listMembers(signedIn.organization.id);
  const { membersManagedBy } = await loadCurrentConfiguration(signedIn.organization.id);
  const active = members.filter((each) => each.active).length;
  return (
    <>
      <PageHeader
        title="Members"
        description={`${active} of ${members.length} are active. ${WHO_DECIDES[membersManagedBy]}`}
        actions={
          membersManagedBy === "pages" && (
            <>
              <LinkButton href="/admin/members/new?kind=service">New service account</LinkButton>
              <LinkButton href="/admin/members/new" look="primary">
                Invite member
              </LinkButton>
            </>
          )
        }
      />
      <MembersTable members={members} signedIn={signedIn} now={new Date()} />
    </>
  );
}

const WHO_DECIDES = {
  file: "Members and their roles come from the organisation’s file; whether they are active is decided here or there.",
  pages: "Administrators invite members and give roles here; the organisation’s file can keep some to itself.",
};
