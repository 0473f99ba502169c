/** The list of tokens: search and filters, one page of rows, and links to the other pages. */
import { SearchX } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { tokenHint } from "@/lib/authentication/token-form";
import { addressOf, parametersOf, unfilteredAddress } from "@/lib/session/page-address";
import type { ListedToken } from "@/lib/tokens/read/list";
import { isWorking, SHOWN_AFTER_END_DAYS } from "@/lib/tokens/status";
import { LinkButton } from "../../ui/controls/button";
import { EmptyState } from "../../ui/empty";
import { formatRange } from "../../ui/list-range";
import { Notice } from "../../ui/notice";
import { PageLinks } from "../../ui/page-links";
import { ListForm } from "./form/list-form";
import { ListToolbar } from "./form/list-toolbar";
import { RefreshAtEnd } from "./refresh-at-end";
import { RowActions } from "./row/row-actions";
import { TokenTable, type TokenTableProps } from "./token-table";

type TokenListProps = TokenTableProps & {
  /** Between the toolbar and the table: actions on the selected tokens. */
  bar?: ReactNode;
};

export function TokenList({ bar, ...table }: TokenListProps) {
  const { list, address, state, scope } = table;
  const { page, now } = list;
  const tokens = page.groups.flat();
  const summary = formatRange({ ...page, shown: tokens.length }, { one: "token", several: "tokens" });
  const everyHref = unfilteredAddress(address, state);
  const pasted = state.tokenId;
  return (
    <div data-wide className="@container">
      <ListForm
        path={address.path}
        values={parametersOf({ ...address.filters, ...address.view }, state)}
        cursor={state.cursor}
        damaged={<DamagedToken />}
      >
        <ListToolbar {...{ list, address, state, scope, summary }} />
      </ListForm>
      <div role="status">
        {pasted !== undefined && (
          <FoundToken tokenId={pasted} found={tokens.find(({ id }) => id === pasted) ?? null} everyHref={everyHref} />
        )}
      </div>
      {bar}
      {page.groups.length > 0 && (
        <RowActions>
          <TokenTable {...table} />
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
      <RefreshAtEnd end={nextEndOf(tokens)} now={now.getTime()} />
    </div>
  );
}

/** When the next working token expires; Infinity if none does. */
function nextEndOf(tokens: readonly ListedToken[]): number {
  const working = tokens.filter(({ status }) => isWorking(status));
  return Math.min(...working.map(({ expires }) => expires?.getTime() ?? Number.POSITIVE_INFINITY));
}

/** `found`: null if it is not in this list. `everyHref`: the list without filters. */
type FoundTokenProps = { tokenId: string; found: ListedToken | null; everyHref: string };

/** The result of pasting a token: which one it is, and that its secret was not sent. */
function FoundToken({ tokenId, found, everyHref }: FoundTokenProps) {
  const showAll = (
    <LinkButton href={everyHref} size="small" className="mt-2">
      Show all tokens
    </LinkButton>
  );
  if (found === null) {
    return (
      <Notice tone="warn" title="None of these tokens" className="mb-3">
        <p>
          You pasted <span className="font-mono">{tokenHint(tokenId)}</span>, which is not in this list. It may be
          somebody else’s, or have ended long ago. The secret was sent nowhere.
        </p>
        {showAll}
      </Notice>
    );
  }
  return (
    <Notice tone="good" title="Found the token you pasted" className="mb-3">
      <p>
        It is{" "}
        <Link
          href={`/tokens/${found.id}`}
          className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
        >
          <bdi>{found.name}</bdi>
        </Link>{" "}
        (<span className="font-mono">{found.hint}</span>). The secret was removed from the field, and sent nowhere.
      </p>
      {showAll}
    </Notice>
  );
}

function DamagedToken() {
  return (
    <Notice tone="warn" title="This is not a whole token" className="mb-3">
      <p>A part is missing or was changed. It was removed from the field, and sent nowhere. Paste the whole token.</p>
    </Notice>
  );
}
