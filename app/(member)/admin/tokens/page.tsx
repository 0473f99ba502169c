import { KeyRound } from "lucide-react";
import { ALL_TOKENS } from "@/components/tokens/list/list-address";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { TokenList } from "@/components/tokens/list/token-list";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { parametersOf, readAddress } from "@/lib/session/page-address";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { visibleTokens } from "@/lib/tokens/read/visibility";
import { isRevocable, toChosen } from "./revoke/load-chosen";
import { EndedToken, Selection, SelectToken } from "./selection";
import { SelectionBar } from "./selection-bar";

export const metadata = { title: "All tokens" };

export default async function AllTokensPage({ searchParams }: PageProps<"/admin/tokens">) {
  const signedIn = await requireAdministrator();
  const state = readAddress(ALL_TOKENS, await searchParams);
  const now = new Date();
  const list = await loadTokenList(visibleTokens(signedIn.member), { reader: signedIn.member, state, now });
  const { groups, found } = list.page;
  const shown = groups.flat();
  return (
    <>
      <PageHeader
        title="All tokens"
        description={`Every token in ${signedIn.organization.name}. You can inspect and revoke them, but not see their secrets.`}
      />
      {list.page.all === 0 ? (
        <EmptyState icon={KeyRound} title="No tokens yet">
          <p>Members create their own under Tokens.</p>
        </EmptyState>
      ) : (
        <Selection key={signedIn.member.id} page={pageMemberOf(signedIn)} now={now}>
          <TokenList
            {...{ list, state }}
            address={ALL_TOKENS}
            scope="organization"
            leadOf={(token) =>
              // If there is no checkbox, its space keeps the names aligned.
              isRevocable(token) ? (
                <SelectToken token={toChosen(token)} />
              ) : (
                <span className="hidden size-6 shrink-0 @table:inline">
                  <EndedToken id={token.id} />
                </span>
              )
            }
            bar={
              <SelectionBar
                shown={shown.filter(isRevocable).map(toChosen)}
                search={parametersOf({ ...ALL_TOKENS.filters, ...ALL_TOKENS.view }, state)}
                isAllShown={found === shown.length}
              />
            }
          />
        </Selection>
      )}
    </>
  );
}
