import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { addressOf } from "@/lib/session/page-address";
import type { ListedToken } from "@/lib/tokens/read/list";
import type { TokenGroup, TokenOrder } from "@/lib/tokens/read/listing";
import { ColumnHeader, Table } from "../../ui/table";
import type { TokenListAddress, TokenListState } from "./list-address";
import type { LoadedTokenList } from "./load-list";
import { ACCESS_COLUMN, DAYS_COLUMN, TokenRow } from "./row/token-row";

export type TokenTableProps = {
  list: LoadedTokenList;
  address: TokenListAddress;
  state: TokenListState;
  /** An organization's list shows owners, a member's own list does not. */
  scope: "own" | "organization";
  /** The token to highlight as new. */
  createdId?: string | null;
  /** Rendered before a token's name: a checkbox, if tokens can be selected. */
  leadOf?: (token: ListedToken) => ReactNode;
};

export function TokenTable({ list, address, state, scope, createdId, leadOf }: TokenTableProps) {
  const { page, days, trouble, entities, now } = list;
  const labels = new Map(entities.map(({ key, label }) => [key, label]));
  const labelOf = (entityKey: string) => labels.get(entityKey) ?? entityKey;
  return (
    <Table caption="Tokens" widths="fixed" columns={<Columns {...{ address, state, scope }} />}>
      {page.groups.flatMap((group) =>
        group.map((token, index) => (
          <TokenRow
            key={token.id}
            token={token}
            days={days.get(token.id)}
            trouble={trouble.get(token.id)}
            labelOf={labelOf}
            now={now}
            scope={scope}
            place={placeOf(group, index)}
            isCreated={token.id === createdId}
            lead={leadOf?.(token)}
          />
        )),
      )}
    </Table>
  );
}

function placeOf(group: TokenGroup, index: number): "single" | "new" | "old" {
  if (group.length === 1) return "single";
  return index === 0 ? "new" : "old";
}

type ColumnsProps = Pick<TokenTableProps, "address" | "state" | "scope">;

function Columns({ address, state, scope }: ColumnsProps) {
  const column = (by: SortedColumn, name: string, className?: string) => (
    <ColumnHeader className={className} aria-sort={sortingOf(state.order, by)}>
      <OrderLink {...{ by, name, address, state }} />
    </ColumnHeader>
  );
  return (
    <>
      {column("name", "Name")}
      {scope === "organization" && (
        <ColumnHeader className="@table:w-26 @min-[61rem]:w-30 @min-[76rem]:w-34">Owner</ColumnHeader>
      )}
      <ColumnHeader className={ACCESS_COLUMN[scope]}>Access</ColumnHeader>
      {column("used", "Last used", "@table:w-30")}
      <ColumnHeader className={clsx("w-29", DAYS_COLUMN[scope])}>30 days</ColumnHeader>
      {column("expires", "Expires", "@table:w-28")}
      <ColumnHeader className="@table:w-42">Status</ColumnHeader>
      <ColumnHeader className="@table:w-14">
        <span className="sr-only">More</span>
      </ColumnHeader>
    </>
  );
}

type SortedColumn = "name" | "used" | "expires";

/** The direction of each column when it is first chosen. */
const SORTINGS: Record<SortedColumn, "ascending" | "descending"> = {
  name: "ascending",
  used: "descending",
  expires: "ascending",
};

/** undefined: the list is sorted by something else. */
function sortingOf(order: TokenOrder, by: SortedColumn): "ascending" | "descending" | undefined {
  if (order === by) return SORTINGS[by];
  if (order === `-${by}`) return SORTINGS[by] === "ascending" ? "descending" : "ascending";
  return undefined;
}

type OrderLinkProps = Omit<ColumnsProps, "scope"> & { by: SortedColumn; name: string };

/** Sorts the list by this column; if it already is, reverses the direction. */
function OrderLink({ by, name, address, state }: OrderLinkProps) {
  const sorting = sortingOf(state.order, by);
  const Arrow = sorting === "ascending" ? ArrowUp : ArrowDown;
  return (
    <Link
      href={addressOf(address, state, { order: state.order === by ? `-${by}` : by })}
      prefetch={false}
      scroll={false}
      className={clsx(
        "inline-flex items-center gap-1 rounded-sm underline-offset-2 hover:text-ink hover:underline",
        sorting && "text-ink",
      )}
    >
      <span className="sr-only">Order by </span>
      {name}
      {sorting && <Arrow aria-hidden className="size-3" />}
    </Link>
  );
}
