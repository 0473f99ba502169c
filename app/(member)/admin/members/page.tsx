/** The members of the organisation, for administrators: who they are, what stands in their name, and whether they are active. */
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyLine } from "@/components/ui/empty";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { type ListedMember, listMembers } from "@/lib/members/members";
import { isAskedOf } from "@/lib/session/second-factor/requirement";
import { requireAdministrator } from "@/lib/session/visitor";
import { MembersTable } from "./members-table";

export const metadata: Metadata = { title: "Members" };

const [ALL, LACKING] = ["/admin/members", "/admin/members?second-factor=missing"];

type MembersPageProps = { searchParams: Promise<{ "second-factor"?: string | string[] }> };

export default async function MembersPage({ searchParams }: MembersPageProps) {
  const signedIn = await requireAdministrator();
  const members = await listMembers(signedIn.organization.id);
  const { membersManagedBy, tokenPolicy } = await loadCurrentConfiguration(signedIn.organization.id);
  const { requireSecondFactor } = tokenPolicy;
  const active = members.filter((each) => each.active).length;
  const lacksFactor = (each: ListedMember) => each.hasSecondFactor === false && isAskedOf(each, requireSecondFactor);
  const lacking = members.filter(lacksFactor);
  const isNarrowed = requireSecondFactor !== null && (await searchParams)["second-factor"] === "missing";
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
      {requireSecondFactor !== null && (
        <div className="mb-4">
          <LinkTabs
            label="Which members"
            tabs={[
              { href: ALL, label: `All ${members.length}` },
              { href: LACKING, label: `Without a second factor ${lacking.length}` },
            ]}
            current={isNarrowed ? LACKING : ALL}
          />
        </div>
      )}
      {isNarrowed && lacking.length === 0 ? (
        <EmptyLine>Everybody whom the policy asks for a second factor has one.</EmptyLine>
      ) : (
        <MembersTable
          members={isNarrowed ? lacking : members}
          lacksFactor={lacksFactor}
          signedIn={signedIn}
          now={new Date()}
        />
      )}
    </>
  );
}

const WHO_DECIDES = {
  file: "Members and their roles come from the organisation’s file; whether they are active is decided here or there.",
  pages: "Administrators invite members and give roles here; the organisation’s file can keep some to itself.",
};
