/** The service accounts that the member keeps: for administrators all of them. */
import { Bot, CircleSlash } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { Badge } from "@/components/ui/text/badge";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { requireMember } from "@/lib/session/visitor";
import { listKeptAccounts } from "@/lib/tokens/read/kept-tokens";

export const metadata: Metadata = { title: "Service accounts" };

export default async function AccountsPage() {
  const { member } = await requireMember();
  const accounts = await listKeptAccounts(member);
  const { membersManagedBy, roles } = await loadCurrentConfiguration(member.organizationId);
  const canCreate = member.admin && membersManagedBy === "pages";
  return (
    <>
      <PageHeader
        title="Service accounts"
        description="They own the tokens of integrations, so that nothing stops when a person leaves. They cannot sign in."
        actions={canCreate && <LinkButton href="/admin/members/new?kind=service">New service account</LinkButton>}
      />
      {accounts.length === 0 ? (
        <EmptyState icon={Bot} title="No service accounts">
          <p>{member.admin ? adminHint(canCreate) : "No service account names you as a keeper."}</p>
        </EmptyState>
      ) : (
        <Table
          caption="Service accounts, by name"
          columns={
            <>
              <ColumnHeader>Account</ColumnHeader>
              <ColumnHeader>Roles</ColumnHeader>
              <ColumnHeader>Keepers</ColumnHeader>
              <ColumnHeader>Tokens</ColumnHeader>
            </>
          }
        >
          {accounts.map(({ id, name, email, active, roleKeys, keepers, tokens }) => (
            <Row key={id}>
              <RowHeader>
                <Link
                  href={`/accounts/${id}`}
                  className="font-medium underline underline-offset-4 [overflow-wrap:anywhere]"
                >
                  <bdi>{name}</bdi>
                </Link>{" "}
                {!active && (
                  <Badge tone="neutral" icon={CircleSlash}>
                    Inactive
                  </Badge>
                )}
                <span className="block text-quiet [overflow-wrap:anywhere]">{email}</span>
              </RowHeader>
              <Cell label="Roles" className="[overflow-wrap:anywhere]">
                {roleKeys.map((key) => roles.get(key)?.name ?? key).join(", ") || "None"}
              </Cell>
              <Cell label="Keepers" className="[overflow-wrap:anywhere]">
                {keepers.join(", ") || "Administrators only"}
              </Cell>
              <Cell label="Tokens">{tokens}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </>
  );
}

function adminHint(canCreate: boolean): string {
  if (canCreate) return "Create one, then give its tokens to your integrations.";
  return "They come from the organisation’s file, as members with “kind”: “service”.";
}
