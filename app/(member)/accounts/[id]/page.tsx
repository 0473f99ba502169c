/** A service account with its tokens, for those who keep it. */
import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { StatusBadge } from "@/components/tokens/status-badge";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { ExactDay, RelativeTime } from "@/components/ui/time/time";
import { requireMember } from "@/lib/session/visitor";
import { type ListedToken, listTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visible-token";
import { loadAccount } from "./load-account";

export const metadata: Metadata = { title: "Service account" };

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { member } = await requireMember();
  const account = await loadAccount((await params).id, member);
  if (account === null) notFound();
  const now = new Date();
  const tokens = await listTokens(ownTokens(account), now);
  return (
    <>
      <PageHeader
        title={<bdi>{account.name}</bdi>}
        back={{ href: "/accounts", label: "Service accounts" }}
        description={<span className="[overflow-wrap:anywhere]">{account.email}</span>}
        actions={
          <>
            {member.admin && <LinkButton href={`/admin/members/${account.id}`}>Roles and keepers</LinkButton>}
            {account.active && (
              <LinkButton href={`/accounts/${account.id}/new`} look="primary">
                <Plus aria-hidden />
                New token
              </LinkButton>
            )}
          </>
        }
      />
      {!account.active && (
        <Notice tone="warn" title="This account is inactive" className="mb-6">
          Its tokens are refused until an administrator activates it.
        </Notice>
      )}
      {tokens.length === 0 ? (
        <EmptyState icon={KeyRound} title="No tokens yet">
          <p>A token of this account can do what the account’s roles allow, whoever creates it.</p>
        </EmptyState>
      ) : (
        <TokensTable tokens={tokens} now={now} />
      )}
    </>
  );
}

function TokensTable({ tokens, now }: { tokens: ListedToken[]; now: Date }) {
  return (
    <Table
      caption="Tokens of this account, newest first"
      columns={
        <>
          <ColumnHeader>Token</ColumnHeader>
          <ColumnHeader>Status</ColumnHeader>
          <ColumnHeader>Last used</ColumnHeader>
          <ColumnHeader>Expires</ColumnHeader>
        </>
      }
    >
      {tokens.map(({ id, name, hint, status, lastUsed, expires }) => (
        <Row key={id}>
          <RowHeader>
            <Link
              href={`/tokens/${id}`}
              prefetch={false}
              className="font-medium underline underline-offset-4 [overflow-wrap:anywhere]"
            >
              <bdi>{name}</bdi>
            </Link>
            <code className="block text-quiet text-xs [overflow-wrap:anywhere]">{hint}</code>
          </RowHeader>
          <Cell label="Status">
            <StatusBadge status={status} />
          </Cell>
          <Cell label="Last used">{lastUsed === null ? "Never" : <RelativeTime at={lastUsed} now={now} />}</Cell>
          <Cell label="Expires">{expires === null ? "Never" : <ExactDay at={expires} />}</Cell>
        </Row>
      ))}
    </Table>
  );
}
