/** One token in the list: a table row, or a card of a few lines. The working tokens that it replaces follow it. */
import clsx from "clsx";
import { CornerDownRight, Ellipsis, Sparkles } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Sparkline as DailyCounts, Trouble } from "@/lib/call-log/usage";
import type { ListedToken } from "@/lib/tokens/read/list";
import { hasEnded, isRotatable } from "@/lib/tokens/status";
import { buttonClass } from "../../../ui/controls/button";
import { Cell, Row, RowHeader } from "../../../ui/table";
import { Badge } from "../../../ui/text/badge";
import { ExactDay, RelativeTime } from "../../../ui/time/time";
import { Sparkline } from "../../sparkline";
import { AccessChips } from "./access-chips";
import { ExceptionBadges } from "./exception-badges";

/** Column widths. Narrow lists hide some, to leave room for token names: sooner if owners are shown. Cards hide the chart. */
export const ACCESS_COLUMN = {
  own: "@table:w-32 @min-[61rem]:w-52",
  organization: "@table:hidden @min-[61rem]:table-cell @min-[61rem]:w-52",
};
export const DAYS_COLUMN = {
  own: "hidden @min-[61rem]:table-cell",
  organization: "hidden @min-[76rem]:table-cell",
};

type TokenRowProps = {
  token: ListedToken;
  /** undefined: no requests within thirty days. */
  days: DailyCounts | undefined;
  /** undefined: none within a day. */
  trouble: Trouble | undefined;
  labelOf: (entityKey: string) => string;
  now: Date;
  /** "old": replaced by the one above, and still working. */
  place: "single" | "new" | "old";
  isCreated?: boolean;
  scope: "own" | "organization";
  lead?: ReactNode;
};

export function TokenRow({ token, days, trouble, labelOf, now, place, isCreated, scope, lead }: TokenRowProps) {
  return (
    <Row
      className={clsx(
        "token-card cursor-pointer pt-2 pb-2 hover:bg-canvas @min-[17rem]:grid",
        place === "old" && "border-t-0 @table:border-t-0",
        hasEnded(token.status) && "bg-canvas",
        isCreated && "bg-accent-soft",
      )}
    >
      <RowHeader className="min-w-0 pb-0! [grid-area:name] @table:pt-2 @table:pb-2! @table:align-middle">
        <div className={clsx("flex items-center gap-2", place === "old" && "pl-1")}>
          {place === "old" && <CornerDownRight aria-hidden className="size-4 shrink-0 text-quiet" />}
          {lead}
          <div className="min-w-0">
            <span className="flex min-w-0 items-center gap-2">
              <Name token={token} />
              {isCreated && <Badge tone="accent" icon={Sparkles} text="New" />}
            </span>
            <p className="hidden truncate text-quiet text-xs leading-4 @table:block">
              <span className="font-mono">{token.hint}</span>
              {place === "old" && " · Still works beside the one above, which replaces it."}
              {place !== "old" && token.purpose && (
                <>
                  {" "}
                  · <bdi>{token.purpose}</bdi>
                </>
              )}
            </p>
          </div>
        </div>
      </RowHeader>
      {scope === "organization" && (
        <Cell
          className="[grid-area:owner] [overflow-wrap:anywhere] @table:max-w-36 @table:truncate"
          title={token.owner.name}
        >
          <bdi>{token.owner.name}</bdi>
        </Cell>
      )}
      <Cell className={clsx("min-w-0 [grid-area:access]", ACCESS_COLUMN[scope])}>
        <AccessChips scopes={token.scopes} rows={token.limits.rows} labelOf={labelOf} />
      </Cell>
      <Cell className="[grid-area:used]">
        <LastUsed token={token} now={now} />
      </Cell>
      <Cell className={DAYS_COLUMN[scope]}>
        {days ? <Sparkline days={days} /> : <span className="text-quiet">No requests</span>}
      </Cell>
      <Cell className="[grid-area:expires]">
        <End token={token} now={now} isOld={place === "old"} />
      </Cell>
      <Cell className="[grid-area:status]">
        <ExceptionBadges status={token.status} trouble={trouble} />
      </Cell>
      <Cell className="[grid-area:menu] @table:text-right">
        <RowMenu token={token} scope={scope} />
      </Cell>
    </Row>
  );
}

/** One line with the full name on hover; if the column has no room for anything else, as many lines as it needs. */
function Name({ token: { id, name } }: { token: ListedToken }) {
  return (
    <Link
      href={`/tokens/${id}`}
      prefetch={false}
      title={name}
      className="block rounded-sm font-medium leading-6 [overflow-wrap:anywhere] hover:text-accent hover:underline @min-[17rem]:truncate @table:leading-5"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

function LastUsed({ token: { lastUsed, lastUsedAddress }, now }: { token: ListedToken; now: Date }) {
  if (lastUsed === null) return <Never what="used" />;
  return (
    <span title={`from ${lastUsedAddress}`}>
      <span className="text-quiet @table:hidden">Used </span>
      <RelativeTime at={lastUsed} now={now} />
      <span className="sr-only"> from {lastUsedAddress}</span>
    </span>
  );
}

function End({ token, now, isOld }: { token: ListedToken; now: Date; isOld: boolean }) {
  const { revoked, expires, status } = token;
  if (revoked !== null) {
    return (
      <span className="text-quiet">
        <span className="@table:sr-only">Revoked </span>
        <RelativeTime at={revoked} now={now} />
      </span>
    );
  }
  if (expires === null) return <Never what="expires" />;
  return (
    <>
      <span className="text-quiet @table:hidden">{isOld ? "Works until " : "Expires "}</span>
      {isOld && <span className="sr-only hidden @table:inline">Works until </span>}
      <ExactDay at={expires} className={status === "expires soon" ? "font-medium text-warn" : undefined} />
    </>
  );
}

/** Cards show no column headings, so they say `what`. */
function Never({ what }: { what: "used" | "expires" }) {
  return (
    <span className="text-quiet">
      Never<span className="@table:hidden">{` ${what}`}</span>
    </span>
  );
}

/** `scope`: only owners rotate. */
type RowMenuProps = { token: ListedToken; scope: "own" | "organization" };

/** The class of the entries. Their styles are in app/globals.css, because a list has hundreds of entries. */
const MENU_ITEM = "menu-item";

/** Actions on a token without opening it, in a menu at the end of its row. The browser opens and closes it. */
function RowMenu({ token, scope }: RowMenuProps) {
  const id = `menu-${token.id}`;
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass("quiet", "small", "px-1.5")}>
        <Ellipsis aria-hidden />
        <span className="sr-only">
          More for <bdi>{token.name}</bdi>
        </span>
      </button>
      <div id={id} popover="auto" className="menu w-48 p-1.5">
        <ul>
          <li>
            <Link href={`/tokens/${token.id}`} prefetch={false} className={MENU_ITEM}>
              Open
            </Link>
          </li>
          <li>
            <button type="button" data-copy={token.hint} className={MENU_ITEM}>
              Copy hint
            </button>
          </li>
          {scope === "own" && isRotatable(token) && (
            <li>
              <Link href={`/tokens/${token.id}/rotate`} prefetch={false} className={MENU_ITEM}>
                Rotate …
              </Link>
            </li>
          )}
          {!hasEnded(token.status) && (
            <li>
              <Link href={`/tokens/${token.id}/revoke`} prefetch={false} scroll={false} className={MENU_ITEM}>
                Revoke …
              </Link>
            </li>
          )}
        </ul>
      </div>
    </>
  );
}
