/** Every token of the organisation, for administrators: whose it is, what it does, and the means to stop several at once. */
import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { ListSkeleton } from "@/components/tokens/list/list-skeleton";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { pageMemberOf, requireAdministrator, type SignedIn } from "@/lib/session/visitor";
import { visibleTokens } from "@/lib/tokens/visible-token";
import { RevocableTokens } from "./revocable-tokens";

export const metadata: Metadata = { title: "All tokens" };

export default async function AllTokensPage() {
  const signedIn = await requireAdministrator();
  return (
    <>
      <PageHeader
        title="All tokens"
        description={`Those of every member of ${signedIn.organization.name}. You can look at them and revoke them; their secrets nobody can see.`}
      />
      {/* Only here: a page that has begun to be sent can no longer say that it does not exist. */}
      <Suspense fallback={<ListSkeleton />}>
        <AllTokens signedIn={signedIn} />
      </Suspense>
    </>
  );
}

async function AllTokens({ signedIn }: { signedIn: SignedIn }) {
  const { member } = signedIn;
  const { list } = await loadTokenList(visibleTokens(member), member);
  if (list.count > 0) return <RevocableTokens key={member.id} {...list} page={pageMemberOf(signedIn)} />;
  return (
    <EmptyState icon={KeyRound} title="Nobody has a token yet">
      <p>Members make their own, under Tokens.</p>
    </EmptyState>
  );
}
