/** Every token of the organisation, for administrators: whose it is, what it does, and the means to stop several at once. */
import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { requireAdministrator } from "@/lib/session/member";
import { visibleTokens } from "@/lib/tokens/range";
import { RevocableTokens } from "./revocable-tokens";

export const metadata: Metadata = { title: "All tokens" };

export default async function AllTokensPage() {
  const { member, organization } = await requireAdministrator();
  const list = await loadTokenList(visibleTokens(member), member);
  return (
    <>
      <PageHeader
        title="All tokens"
        description={`Those of every member of ${organization.name}. You can look at them and revoke them; their secrets nobody can see.`}
      />
      {list.items.length === 0 ? (
        <EmptyState icon={KeyRound} title="Nobody has a token yet">
          <p>Members make their own, under Tokens.</p>
        </EmptyState>
      ) : (
        <RevocableTokens {...list} email={member.email} />
      )}
    </>
  );
}
