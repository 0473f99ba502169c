/** The members of the organisation, for administrators: who they are, what they own, and whether they are active. */
import type { Metadata } from "next";
import { memberAddress, readMemberCursor, readMemberSearch } from "@/components/members/member-address";
import { MemberList } from "@/components/members/member-list";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyLine } from "@/components/ui/empty";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { countListed, type ListedMember, listMembers } from "@/lib/members/list";
import type { Parameters } from "@/lib/session/page-address";
import { isAskedOf } from "@/lib/session/second-factor/requirement";
import { requireAdministrator } from "@/lib/session/visitor";
import { MembersTable } from "./members-table";

export const metadata: Metadata = { title: "Members" };

const PATH = "/admin/members";
const MISSING = { "second-factor": "missing" };
const MEMBERS = { one: "member", several: "members" };

type MembersPageProps = { searchParams: Promise<Parameters> };

export default async function MembersPage({ searchParams }: MembersPageProps) {
  const signedIn = await requireAdministrator();
  const { id: organizationId } = signedIn.organization;
  const parameters = await searchParams;
  const { membersManagedBy, tokenPolicy } = await loadCurrentConfiguration(organizationId);
  const rule = tokenPolicy.requireSecondFactor;
  const all = await countListed({ organizationId });
  const lacking = rule && (await countListed({ organizationId, lacking: rule }));
  const isNarrowed = lacking !== null && parameters["second-factor"] === "missing";
  const text = readMemberSearch(parameters);
  const search = { organizationId, text, ...(rule && isNarrowed ? { lacking: rule } : {}) };
  const page = await listMembers(search, readMemberCursor(parameters));
  const lacksFactor = (each: ListedMember) => each.hasSecondFactor === false && isAskedOf(each, rule);
  const [allHref, lackingHref] = [PATH, memberAddress(PATH, MISSING, null)];
  return (
    <>
      <PageHeader
        title="Members"
        description={`${all.found.toLocaleString("en")} members, ${all.active.toLocaleString("en")} active. ${WHO_DECIDES[membersManagedBy]}`}
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
      {lacking !== null && (
        <div className="mb-4">
          <LinkTabs
            label="Which members"
            tabs={[
              { href: allHref, label: `All ${all.found}` },
              { href: lackingHref, label: `Without a second factor ${lacking.found}` },
            ]}
            current={isNarrowed ? lackingHref : allHref}
          />
        </div>
      )}
      {isNarrowed && lacking.found === 0 ? (
        <EmptyLine>Everyone required to use a second factor has one.</EmptyLine>
      ) : (
        <MemberList
          path={PATH}
          parameters={isNarrowed ? MISSING : {}}
          text={text}
          page={page}
          all={isNarrowed ? lacking.found : all.found}
          noun={MEMBERS}
        >
          <MembersTable
            members={page.members}
            marked={membersManagedBy === "pages" ? "file" : "none"}
            lacksFactor={lacksFactor}
            signedIn={signedIn}
            now={new Date()}
          />
        </MemberList>
      )}
    </>
  );
}

const WHO_DECIDES = {
  file: "Members and roles are managed in the configuration file. You can activate and deactivate members here.",
  pages: "Members marked “File” are managed in the configuration file.",
};
