/** The list of tokens: search and filters, one page of rows, and links to the other pages. Works without scripts. */
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
  /** The path of the page that contains the list. */
  path: string;
  /** Where this page of the list begins; null: at the first token. */
  cursor: string | null;
  /** An organisation's list shows owners, a member's own list does not. */
  scope: "own" | "organization";
  /** The token to highlight as new. */
  createdId?: string | null;
  /** Rendered before a token's name: a checkbox, if tokens can be selected. */
  leadOf?: (token: ListedToken) => ReactNode;
  /** The menu entry that revokes a token that has not ended. */
  revokeOf: (token: ListedToken) => ReactNode;
  /** Between the toolbar and the table: actions on the selected tokens. */
  bar?: ReactNode;
};

export async function TokenList(props: TokenListProps) {
  const { list, search, path, cursor, scope, createdId, leadOf, revokeOf, bar } = props;
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
          <TokenTable {...{ list, search, path, scope, createdId, leadOf, revokeOf }} />
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
