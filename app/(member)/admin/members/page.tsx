import { MEMBERS, toCursor } from "@/components/members/member-address";
import { MemberList } from "@/components/members/member-list";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyLine } from "@/components/ui/empty";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { countListed, type ListedMember, listMembers } from "@/lib/members/list";
import { addressOf, readAddress } from "@/lib/session/page-address";
import { isAskedOf } from "@/lib/session/second-factor/requirement";
import { requireAdministrator } from "@/lib/session/visitor";
import { MembersTable } from "./members-table";

export const metadata = { title: "Members" };

const NOUN = { one: "member", several: "members" };

export default async function MembersPage({ searchParams }: PageProps<"/admin/members">) {
  const signedIn = await requireAdministrator();
  const { id: organizationId } = signedIn.organization;
  const asked = readAddress(MEMBERS, await searchParams);
  const { membersManagedBy, tokenPolicy } = await loadCurrentConfiguration(organizationId);
  const rule = tokenPolicy.requireSecondFactor;
  const all = await countListed({ organizationId });
  const lacking = rule && (await countListed({ organizationId, lacking: rule }));
  const isNarrowed = lacking !== null && asked.secondFactor === "missing";
  const state = { ...asked, secondFactor: isNarrowed ? asked.secondFactor : undefined };
  const search = { organizationId, text: state.text, ...(rule && isNarrowed ? { lacking: rule } : {}) };
  const page = await listMembers(search, toCursor(state));
  const lacksFactor = (each: ListedMember) => each.hasSecondFactor === false && isAskedOf(each, rule);
  const [allHref, lackingHref] = [MEMBERS.path, addressOf(MEMBERS, { secondFactor: "missing" })];
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
        <MemberList list={MEMBERS} state={state} page={page} all={isNarrowed ? lacking.found : all.found} noun={NOUN}>
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
