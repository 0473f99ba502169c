import { KeyRound, Plus } from "lucide-react";
import { tokenListAt } from "@/components/tokens/list/list-address";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { TokenList } from "@/components/tokens/list/token-list";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { readAddress } from "@/lib/session/page-address";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { openAccount } from "./open-account";

export const metadata = { title: "Service account" };

export default async function AccountPage({ params, searchParams }: PageProps<"/accounts/[id]">) {
  const { signedIn, account } = await openAccount(params);
  const address = tokenListAt(`/accounts/${account.id}`);
  // The list has one owner, so an `owner` in the address is ignored.
  const state = { ...readAddress(address, await searchParams), owner: undefined };
  const list = await loadTokenList(ownTokens(account), { reader: account, state, now: new Date() });
  return (
    <>
      <PageHeader
        title={<bdi>{account.name}</bdi>}
        back={{ href: "/accounts", label: "Service accounts" }}
        description={<span className="[overflow-wrap:anywhere]">{account.email}</span>}
        actions={
          <>
            {signedIn.member.admin && <LinkButton href={`/admin/members/${account.id}`}>Roles and managers</LinkButton>}
            {account.active && (
              <LinkButton icon={Plus} href={`/accounts/${account.id}/new`} look="primary">
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
      {list.page.all === 0 ? (
        <EmptyState icon={KeyRound} title="No tokens yet">
          <p>Tokens of this account have the roles of the account, no matter who creates them.</p>
        </EmptyState>
      ) : (
        <TokenList {...{ list, address, state }} scope="own" />
      )}
    </>
  );
}
