import { Bot, CircleSlash, Plus } from "lucide-react";
import Link from "next/link";
import { ACCOUNTS, toCursor } from "@/components/members/member-address";
import { MemberList } from "@/components/members/member-list";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { Cell, Row, RowHeader, rowLinkClass, Table } from "@/components/ui/table";
import { Badge } from "@/components/ui/text/badge";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { countListed, listMembers } from "@/lib/members/list";
import { readAddress } from "@/lib/session/page-address";
import { requireMember } from "@/lib/session/visitor";

export const metadata = { title: "Service accounts" };

const NOUN = { one: "service account", several: "service accounts" };

export default async function AccountsPage({ searchParams }: PageProps<"/accounts">) {
  const { member } = await requireMember();
  const { organizationId, admin, email } = member;
  const state = readAddress(ACCOUNTS, await searchParams);
  const kept = { organizationId, accounts: { keeper: admin ? null : email } };
  const { found: all } = await countListed(kept);
  const page = await listMembers({ ...kept, text: state.text }, toCursor(state));
  const { membersManagedBy } = await loadCurrentConfiguration(organizationId);
  const canCreate = admin && membersManagedBy === "pages";
  return (
    <>
      <PageHeader
        title="Service accounts"
        description="Owners for the tokens of your integrations, so that nothing stops when a member leaves. They cannot sign in."
        actions={canCreate && all > 0 && <NewAccount />}
      />
      {all === 0 ? (
        <EmptyState icon={Bot} title="No service accounts" actions={canCreate && <NewAccount />}>
          <p>{admin ? adminHint(canCreate) : "You do not manage any service accounts."}</p>
        </EmptyState>
      ) : (
        <MemberList list={ACCOUNTS} state={state} page={page} all={all} noun={NOUN}>
          <Table
            caption="Service accounts, by name"
            align="middle"
            columns={["Account", "Roles", "Managers", { name: "Tokens", numeric: true }]}
          >
            {page.members.map(({ id, name, email, active, roles, keepers, currentTokens }) => (
              <Row key={id}>
                <RowHeader>
                  <Link href={`/accounts/${id}`} className={rowLinkClass}>
                    <bdi>{name}</bdi>
                  </Link>{" "}
                  {!active && <Badge tone="neutral" icon={CircleSlash} text="Inactive" />}
                  <span className="block text-quiet text-xs [overflow-wrap:anywhere]">{email}</span>
                </RowHeader>
                <Cell label="Roles" className="[overflow-wrap:anywhere]">
                  {roles.join(", ") || "None"}
                </Cell>
                <Cell label="Managers" className="[overflow-wrap:anywhere]">
                  {keepers.join(", ") || "Administrators only"}
                </Cell>
                <Cell label="Tokens" numeric>
                  {currentTokens.toLocaleString("en")}
                </Cell>
              </Row>
            ))}
          </Table>
        </MemberList>
      )}
    </>
  );
}

function NewAccount() {
  return (
    <LinkButton icon={Plus} href="/admin/members/new?kind=service" look="primary">
      New service account
    </LinkButton>
  );
}

function adminHint(canCreate: boolean): string {
  if (canCreate) return "Create one, and use its tokens in your integrations.";
  return "Add them in the configuration file, as members with “kind”: “service”.";
}
