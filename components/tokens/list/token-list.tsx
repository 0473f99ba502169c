/** The list of tokens: what searches and narrows it, a page of its rows, and the ways to the next ones. A form and links, no more. */
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import type { ListedToken } from "@/lib/tokens/read/list";
import type { TokenSearch } from "@/lib/tokens/read/listing";
import { PageLinks } from "../../ui/page-links";
import { DENSITY_COOKIE, parseDensity } from "./form/density";
import { DensityForm } from "./form/density-switch";
import { DamagedToken, FoundToken } from "./form/found-token";
import { ListForm } from "./form/list-form";
import { ListToolbar } from "./form/list-toolbar";
import { EVERY_TOKEN, listAddressOf, toParameters } from "./list-address";
import type { LoadedTokenList } from "./load-list";
import { nextEndOf } from "./next-end";
import { NothingFound } from "./nothing-found";
import { RefreshAtEnd } from "./refresh-at-end";
import { RowActions } from "./row/row-actions";
import { summaryOf } from "./summary";
import { TokenTable } from "./token-table";

type TokenListProps = {
  list: LoadedTokenList;
  search: TokenSearch;
  /** Of the page it is on. */
  path: string;
  /** Where this page of it begins; null: at the first token. */
  cursor: string | null;
  /** An organisation's list names owners, one owner's does not. */
  scope: "own" | "organization";
  /** What stands before a token's name: a checkbox, where tokens can be chosen. */
  leadOf?: (token: ListedToken) => ReactNode;
  /** In the menu of a token that has not ended: what revokes it. */
  revokeOf: (token: ListedToken) => ReactNode;
  /** Between the toolbar and the table: what can be done to the chosen ones. */
  bar?: ReactNode;
};

export async function TokenList({ list, search, path, cursor, scope, leadOf, revokeOf, bar }: TokenListProps) {
  const { page, now } = list;
  const everyHref = listAddressOf(path, { ...EVERY_TOKEN, order: search.order });
  const pasted = search.tokenId;
  const density = parseDensity((await cookies()).get(DENSITY_COOKIE)?.value);
  return (
    <div data-wide data-density={density} className="@container">
      <ListForm path={path} values={toParameters(search)} cursor={cursor} damaged={<DamagedToken />}>
        <ListToolbar {...{ list, search, path, scope, density }} summary={summaryOf(page)} />
      </ListForm>
      <DensityForm />
      <div role="status">
        {pasted !== null && (
          <FoundToken
            tokenId={pasted}
            found={page.groups.flat().find(({ id }) => id === pasted) ?? null}
            everyHref={everyHref}
          />
        )}
      </div>
      {bar}
      {page.groups.length > 0 && (
        <RowActions>
          <TokenTable list={list} search={search} path={path} scope={scope} leadOf={leadOf} revokeOf={revokeOf} />
        </RowActions>
      )}
      {page.groups.length === 0 && pasted === null && <NothingFound everyHref={everyHref} />}
      <PageLinks
        firstHref={page.previousCursor && listAddressOf(path, search)}
        previousHref={page.previousCursor && listAddressOf(path, search, page.previousCursor)}
        nextHref={page.nextCursor && listAddressOf(path, search, page.nextCursor)}
      />
      <RefreshAtEnd end={nextEndOf(page.groups.flat(), now)} now={now} />
    </div>
  );
}
