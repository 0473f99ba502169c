"use client";
/**
 * The list of tokens: searched, filtered and ordered in the browser, over what the server has given. A page at a time, so
 * that a thousand tokens answer as quickly as ten.
 */
import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { sortVerbs } from "@/lib/access/verbs";
import { VERBS, type VerbWord } from "@/lib/model";
import type { Pasted } from "@/lib/tokens/pasted";
import { useRefreshAt } from "../../live/refresh-at";
import { Button } from "../../ui/controls/button";
import { ColumnHeader, Table } from "../../ui/table";
import { findTokens, nextEndOf, type TokenGroup } from "./find-tokens";
import type { Paste } from "./found-token";
import type { ListQuery, Sort } from "./list-query";
import { useListQuery } from "./list-query";
import { ListToolbar } from "./list-toolbar";
import type { EntityChoice } from "./load-list";
import type { TokenItem } from "./token-item";
import { TokenRow } from "./token-row";

type TokenListProps = {
  items: readonly TokenItem[];
  entities: readonly EntityChoice[];
  now: Date;
  /** An organisation's list names owners, one owner's does not. */
  scope: "own" | "organization";
  /** What stands before a token's name: a checkbox, where tokens can be chosen. */
  leadOf?: (item: TokenItem) => ReactNode;
  /** Between the toolbar and the table, with what is shown at the moment: what can be done to the chosen ones. */
  bar?: (shown: readonly TokenItem[]) => ReactNode;
};

const PAGE_SIZE = 50;
const NothingFound = lazy(() => import("./nothing-found"));
const FoundToken = lazy(() => import("./found-token"));

export function TokenList({ items, entities, now, scope, leadOf, bar }: TokenListProps) {
  const { query: asked, change, keepText } = useListQuery();
  const query = scope === "own" ? { ...asked, owner: null } : asked;
  const [paste, setPaste] = useState<Paste | null>(null);
  const [pages, setPages] = useState(1);
  const summary = useRef<HTMLParagraphElement>(null);
  useRefreshAt(nextEndOf(items, now), now);
  const found = search(items, query, paste, now);
  const owners = scope === "own" ? [] : ownersOf(items);
  const groups = found.slice(0, pages * PAGE_SIZE);
  const shown = groups.flat();

  const ask = (part: Partial<ListQuery>) => {
    setPaste(null);
    setPages(1);
    change(part);
  };
  const onSearch = (asked: Pasted) => {
    ask({ text: asked.kind === "text" ? asked.text : "" });
    if (asked.kind !== "text") setPaste(asked);
  };
  // What was pressed for it goes away with what it clears; from here the list is next.
  const clear = () => {
    ask({ text: "", status: null, entity: null, verb: null, attention: null, owner: null });
    summary.current?.focus();
  };

  return (
    <>
      <ListToolbar
        query={query}
        entities={entities}
        verbs={verbsOf(items)}
        owners={owners}
        onSearch={onSearch}
        onLeave={keepText}
        onChange={ask}
      />
      {/* In the page from the start, so that screen readers are told when something appears in it. */}
      <div role="status">
        <Suspense>{paste && <FoundToken paste={paste} items={items} onClear={clear} />}</Suspense>
      </div>
      <p ref={summary} role="status" tabIndex={-1} className="mb-2 text-quiet text-sm">
        {countText(shown.length, found.flat().length, items.length)}
      </p>
      {bar?.(shown)}
      {groups.length === 0 ? (
        <Suspense>{paste === null && <NothingFound onClear={clear} />}</Suspense>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: each row has a link for the keyboard.
        <div onClick={followRow}>
          <Table caption="Tokens" widths="fixed" columns={<Columns scope={scope} sort={query.sort} />}>
            {groups.flatMap((group) =>
              group.map((item, index) => (
                <TokenRow
                  key={item.id}
                  item={item}
                  now={now}
                  scope={scope}
                  place={placeOf(group, index)}
                  lead={leadOf?.(item)}
                />
              )),
            )}
          </Table>
        </div>
      )}
      {found.length > groups.length && (
        <ShowMore count={Math.min(PAGE_SIZE, found.length - groups.length)} onShow={() => setPages(pages + 1)} />
      )}
    </>
  );
}

/** A row is a large target for the link in it. Not for what has a meaning of its own, nor while text is selected. */
function followRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest("a, button, input, label, summary") !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  target.closest("tr")?.querySelector<HTMLElement>("th[scope=row] a")?.click();
}

function search(items: readonly TokenItem[], query: ListQuery, paste: Paste | null, now: Date): TokenGroup[] {
  if (paste === null) return findTokens(items, query, now);
  return items.filter((item) => paste.kind === "token" && item.id === paste.id).map((item) => [item]);
}

function placeOf(group: TokenGroup, index: number): "single" | "new" | "old" {
  if (group.length === 1) return "single";
  return index === 0 ? "new" : "old";
}

function ownersOf(items: readonly TokenItem[]): TokenItem["owner"][] {
  const byEmail = new Map(items.map(({ owner }) => [owner.email, owner]));
  return [...byEmail.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function verbsOf(items: readonly TokenItem[]): VerbWord[] {
  return sortVerbs([...VERBS, ...items.flatMap(({ scopes }) => scopes?.flatMap(({ verbs }) => verbs) ?? [])]);
}

function countText(shown: number, found: number, all: number): string {
  const ofAll = found === all ? `${tokens(all)}` : `${found.toLocaleString("en")} of ${tokens(all)}`;
  return shown === found ? ofAll : `${ofAll}, the first ${shown} shown`;
}

function tokens(count: number): string {
  return count === 1 ? "1 token" : `${count.toLocaleString("en")} tokens`;
}

const SORTED: Record<Sort, "ascending" | "descending"> = {
  created: "descending",
  used: "descending",
  expires: "ascending",
  name: "ascending",
};

function Columns({ scope, sort }: { scope: TokenListProps["scope"]; sort: Sort }) {
  const ordered = (by: Sort) => (sort === by ? SORTED[by] : undefined);
  return (
    <>
      <ColumnHeader aria-sort={ordered("name")}>Name</ColumnHeader>
      {scope === "organization" && <ColumnHeader className="@5xl:w-36">Owner</ColumnHeader>}
      <ColumnHeader className="@5xl:w-42">Access</ColumnHeader>
      <ColumnHeader className="@5xl:w-37" aria-sort={ordered("used")}>
        Last used
      </ColumnHeader>
      <ColumnHeader className="@5xl:w-31">30 days</ColumnHeader>
      <ColumnHeader className="@5xl:w-32" aria-sort={ordered("expires")}>
        Expires
      </ColumnHeader>
      <ColumnHeader className="@5xl:w-39">Status</ColumnHeader>
    </>
  );
}

/** Stands right after the table. `count`: of what the next page has. */
function ShowMore({ count, onShow }: { count: number; onShow: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const show = () => {
    const table = button.current?.previousElementSibling;
    const names = () => table?.querySelectorAll<HTMLElement>("th[scope=row] a") ?? [];
    const shown = names().length;
    flushSync(onShow);
    if (button.current === null) names()[shown]?.focus();
  };
  return (
    <Button ref={button} className="mx-auto mt-4 flex" onClick={show}>
      Show {count} more
    </Button>
  );
}
