/** The list of tokens: search and filters, one page of rows, and links to the other pages. */
import { SearchX } from "lucide-react";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { addressOf, parametersOf, unfilteredAddress } from "@/lib/session/page-address";
import type { ListedToken } from "@/lib/tokens/read/list";
import { SHOWN_AFTER_END_DAYS } from "@/lib/tokens/status";
import { LinkButton } from "../../ui/controls/button";
import { EmptyState } from "../../ui/empty";
import { formatRange } from "../../ui/list-range";
import { PageLinks } from "../../ui/page-links";
import { DENSITY_COOKIE, parseDensity } from "./form/density";
import { DensityForm } from "./form/density-switch";
import { DamagedToken, FoundToken } from "./form/found-token";
import { ListForm } from "./form/list-form";
import { ListToolbar } from "./form/list-toolbar";
import type { TokenListAddress, TokenListState } from "./list-address";
import type { LoadedTokenList } from "./load-list";
import { nextEndOf } from "./next-end";
import { RefreshAtEnd } from "./refresh-at-end";
import { RowActions } from "./row/row-actions";
import { TokenTable } from "./token-table";

type TokenListProps = {
  list: LoadedTokenList;
  address: TokenListAddress;
  state: TokenListState;
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
  const { list, address, state, scope, createdId, leadOf, revokeOf, bar } = props;
  const { page, now } = list;
  const tokens = page.groups.flat();
  const summary = formatRange({ ...page, shown: tokens.length }, { one: "token", several: "tokens" });
  const everyHref = unfilteredAddress(address, state);
  const pasted = state.tokenId;
  const density = parseDensity((await cookies()).get(DENSITY_COOKIE)?.value);
  return (
    <div data-wide data-density={density} className="@container">
      <ListForm
        path={address.path}
        values={parametersOf({ ...address.filters, ...address.view }, state)}
        cursor={state.cursor}
        damaged={<DamagedToken />}
      >
        <ListToolbar {...{ list, address, state, scope, density }} summary={summary} />
      </ListForm>
      <DensityForm />
      <div role="status">
        {pasted !== undefined && (
          <FoundToken tokenId={pasted} found={tokens.find(({ id }) => id === pasted) ?? null} everyHref={everyHref} />
        )}
      </div>
      {bar}
      {page.groups.length > 0 && (
        <RowActions>
          <TokenTable {...{ list, address, state, scope, createdId, leadOf, revokeOf }} />
        </RowActions>
      )}
      {page.groups.length === 0 && pasted === undefined && (
        <EmptyState
          icon={SearchX}
          title="No token matches"
          actions={
            <LinkButton href={everyHref} look="primary">
              Clear filters
            </LinkButton>
          }
        >
          <p>
            Try fewer words, or clear the filters. Tokens that ended more than {SHOWN_AFTER_END_DAYS} days ago are not
            listed.
          </p>
        </EmptyState>
      )}
      <PageLinks
        firstHref={page.previousCursor && addressOf(address, state, {})}
        previousHref={page.previousCursor && addressOf(address, state, { cursor: page.previousCursor })}
        nextHref={page.nextCursor && addressOf(address, state, { cursor: page.nextCursor })}
      />
      <RefreshAtEnd end={nextEndOf(tokens, now)} now={now} />
    </div>
  );
}
